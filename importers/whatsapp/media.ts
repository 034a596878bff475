import type { DraftPicture } from "../contract.js";
import { MARKS } from "./header.js";

/** What a message says, the pictures in it, and how many files of other kinds. */
export interface Said {
  readonly text: string;
  readonly pictures: readonly DraftPicture[];
  readonly unread: number;
}

/** `IMG-20240309-WA0001.jpg (file attached)`, in the words of many languages. */
const ATTACHED_LINE = /^(\u200E?)([^\n/\\<>]{1,200}?\.([A-Za-z\d]{2,5})) \(([^()\n]{3,40})\)$/u;
const ATTACHED_WORD =
  /attach|adjunt|angeh|joint|anexad|allegat|bijgevoegd|добавлен|вложен|додано|ekli|terlampir|مرفق|מצורף|附件|附加|첨부|添付|संलग्न|załącz|ataşat|bifogad|vedhæftet|vedlagt|liit|přilož|prilož|csatol|συνημ/iu;
const OWN_NAME = /^(IMG|VID|PTT|AUD|STK|DOC|GIF|PHOTO|VIDEO)-\d{8}-WA\d+/i;
/** `<attached: 00000012-PHOTO-2024-03-09.jpg>`. */
const ATTACHED = /\u200E?<[^<>:：\n]{2,40}\s?[:：]\s?([^<>\n/\\]{1,200}\.[A-Za-z\d]{2,5})>/gu;
/** `<Media omitted>`; with a mark of direction before it also `image omitted`. */
const OMITTED = /^\u200E?<[^<>:\n.]{3,40}>$/u;
const LEFT_OUT =
  /medi|multim|mídia|médi|медиа|medya|الوسائط|מדיה|मीडिया|媒体|媒體|メディア|미디어|omit|omes|omis|weggel|ausgeschl|ocult|skip|pomin|utel|exclu/iu;
const OMITTED_WORD =
  /^(\S{2,20}\s){1,3}?(omitted|weggelassen|ausgeschlossen|omitid[oa]|omess[oa]|omis\w*|absent\w?|ocultad[oa]|weggelaten|dahil edilmedi|tidak disertakan|utelämnad\w*|udeladt|utelatt|pominięt\w*)$|^(изображение|фото|видео|аудио|стикер|документ)\S* (опущен\S*|отсутству\S*|пропущен\S*)$|(已忽略|已省略|省略されました|생략됨)$/iu;
const PICTURE_WORD = /image|photo|bild|foto|imag|immagine|afbeelding|görüntü|gambar|изображ|sticker|gif|图|圖|画像|写真|사진|<|zdj|obraz/iu;
/** A mark that the program sets behind a message which was edited. */
const EDITED = /\s?\u200E<[^<>\n]{6,60}>$/u;
const PICTURE_NAME = /\.(jpe?g|png|webp|gif|bmp|heic|avif)$/i;

/** Takes a message apart into words and files. */
export function readMedia(message: string): Said {
  const plain = message.replace(EDITED, (mark) => (ATTACHED.test(mark) ? mark : ""));
  ATTACHED.lastIndex = 0;
  const bare = plain.replace(MARKS, "").trim();
  if ((OMITTED.test(plain.trim()) && LEFT_OUT.test(bare)) || OMITTED_WORD.test(bare)) {
    if (!PICTURE_WORD.test(bare)) return { text: bare, pictures: [], unread: 1 };
    return { text: "", pictures: [{ id: null, caption: null, source: null, note: `left out of the export: ${bare}` }], unread: 0 };
  }
  const names: string[] = [];
  const kept = plain.replace(ATTACHED, (mark, name: string) => {
    names.push(name.trim());
    return PICTURE_NAME.test(name) ? "" : mark;
  });
  const [first = "", ...more] = kept.split("\n");
  const [, mark, name, , word] = ATTACHED_LINE.exec(first) ?? [];
  const isAttached = name !== undefined && (mark !== "" || OWN_NAME.test(name) || ATTACHED_WORD.test(word ?? ""));
  if (isAttached) names.push(name);
  const text = isAttached && PICTURE_NAME.test(name) ? more.join("\n") : kept;
  const pictures = names.filter((file) => PICTURE_NAME.test(file)).map((source) => ({ id: null, caption: null, source, note: null }));
  return { text: text.replace(/\u200E/g, "").replace(/^\n+|\n+$/g, ""), pictures, unread: names.length - pictures.length };
}
