/**
 * A story for long answers, in many scripts on purpose: right to left, without spaces, with combining marks, with emoji
 * of several code points. Every way of cutting, storing and showing text gets something to do.
 */
const CHAPTERS = [
  `## The night shift

At the edge of a small harbour stood a shop that sold everything a traveller forgets: umbrellas, pencils, strong tea, and maps of places that no longer exist. Its order desk never closed. While the town slept, a little lamp burned over a ledger, and beside the ledger sat a machine that had one rule: write it down first, then say it aloud. Some nights the power failed. Then the lamp went out in the middle of a word, and in the morning the machine read its own handwriting, found the last full line, and went on from there as if nobody had ever left. 🌙`,
  `## Der Brief aus Übersee

Eines Abends kam ein Brief, auf dem nur stand: „Bitte zwölf Schlüssel für Türen, die es noch nicht gibt.“ Die Maschine zögerte nicht. Sie schrieb die Bestellung ins Buch, prüfte die Größe, prüfte die Straße, und fragte dann höflich bei der Ladenbesitzerin nach, denn Schlüssel verschickt man nicht ohne Erlaubnis. „Genehmigt“, sagte sie, „aber nur elf.“ So wurden es elf, und der zwölfte blieb in der Schublade.`,
  `## Un détour par le marché

Le lendemain, un garçon très pressé réclama une boîte de crème brûlée, un cœur en bois et le remboursement d’un parapluie déjà mouillé. « Déjà mouillé ? » répéta la machine. Elle nota la question, consulta la patronne, puis répondit qu’un parapluie mouillé est un parapluie qui a bien travaillé. Le garçon éclata de rire et garda le parapluie. ☔️`,
  `## La respuesta del señor Ibáñez

El señor Ibáñez, que vivía enfrente, quiso saber qué pasaba si dos personas contestaban a la vez. «Gana la primera», dijo la máquina, «y a la segunda le digo quién ganó». Al señor le pareció justo. Desde entonces cada mañana lanzaba dos preguntas por la ventana, sólo para ver cuál llegaba antes.`,
  `## Μια βόλτα στο λιμάνι

Το καράβι έφτασε πριν από την αυγή. Ο καπετάνιος έφερε ένα κουτί γεμάτο γράμματα χωρίς παραλήπτη. Η μηχανή τα διάβασε ένα ένα, τα αρίθμησε, και τα έβαλε στη σειρά, γιατί ό,τι έχει αριθμό δεν χάνεται.`,
  `## Снег над складом

К обеду пошёл снег, и склад стал похож на сахарную голову. Хозяйка спросила: «Ты не замёрзла?» Машина ответила, что холод ей не страшен, страшно только забыть. И она ещё раз переписала последнюю строку, медленно и разборчиво.`,
  `## رسالة من الجنوب

وصلت رسالة قصيرة من مدينة بعيدة: هل ما زال المصباح مضاءً؟ كتبت الآلة الجواب في الدفتر أولاً ثم أرسلته: نعم، وهو ينتظركم. وفي المساء رسم أحدهم مصباحاً صغيراً على باب المتجر.`,
  `## פתק על הדלת

בבוקר נמצא פתק על הדלת: „תודה שחיכיתם”. המכונה שמרה את הפתק בין הדפים, ליד המפתח השנים־עשר.`,
  `## एक कप चाय

दोपहर में एक यात्री आया और बोला, "मुझे कुछ नहीं चाहिए, बस थोड़ी देर बैठना है।" मशीन ने उसके लिए चाय मँगवाई और बही में लिखा: एक कप चाय, दाम शून्य, कारण मित्रता। 🫖`,
  `## 雨のあとで

夕方、雨が上がると、港の水たまりに空が映りました。機械は窓の外を見て、今日の注文をもう一度読み返しました。鍵が十一本、傘が一本、お茶が一杯。どれも書いてあり、どれも届いています。`,
  `## 最后一页

夜深了，账本只剩下最后一页。女店主问：“写满了怎么办？”机器回答：“换一本新的，从同一个号码接着写。”于是她在新账本的第一行写下：灯还亮着。`,
  `## 작은 등불

등불은 그날 밤에도 꺼지지 않았다. 누군가 문을 두드리면 기계는 먼저 적고, 그다음에 대답했다. 그래서 아무도 두 번 묻지 않아도 되었다.`,
  `## แสงสุดท้าย

เมื่อฟ้าสาง เจ้าของร้านเปิดหน้าต่าง ลมทะเลพัดหน้ากระดาษปลิวไปมา แต่ไม่มีคำใดหายไปเลยสักคำเดียว`,
  `## What the ledger said

On the inside of the cover, in several hands, visitors had left their marks: a family from far away 👨‍👩‍👧‍👦, a dancer 💃🏽, a pirate flag 🏴‍☠️, the flags 🇮🇹🇯🇵🇧🇷, a note that said n\u0303 is not ñ until somebody looks closely, and a z\u0335\u0302\u0323i\u0308\u0330g\u0301z\u030C\u032Da\u0302\u0324g of a signature that nobody could read. Under all of it the machine had added one line in plain letters: *nothing on these pages was ever written twice, and nothing that was written was ever lost.* Then the sun came up, the lamp was no longer needed, and the first customer of the day asked for an umbrella. ☀️`,
];

/** More is possible, but nobody reads it and it only fills the log. */
const MOST_WORDS = 10_000;

/** The story; of a number of words, if one is given: as many sentences as that takes, from the start again if need be. */
export function tellStory(words = 0): string {
  const story = CHAPTERS.join("\n\n");
  if (words === 0) return story;
  const sentences = [...new Intl.Segmenter("en", { granularity: "sentence" }).segment(`${story}\n\n`)];
  let told = "";
  let missing = Math.min(words, MOST_WORDS);
  while (true) {
    for (const { segment } of sentences) {
      told += segment;
      missing -= countWords(segment);
      const isSentence = /^[^#\s]/.test(segment);
      if (missing <= 0 && isSentence) return told.trimEnd();
    }
  }
}

function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
