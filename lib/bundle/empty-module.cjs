// A bundler loader: the file it is given exports nothing.
module.exports = () => "export {};";
