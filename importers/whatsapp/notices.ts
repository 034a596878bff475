/** The notice that opens a chat, in the words that stand in it and in no other message. */
const ENCRYPTED =
  /end-to-end[ -]?(encrypt|versleutel|crittograf|verschlüssel)|ende-zu-ende-verschlüssel|cifrad\w+ de extremo a extremo|chiffré\w* de bout en bout|criptografia de ponta a ponta|encriptad\w+ ponto a ponto|uçtan uca şifreli|сквозным шифрованием|наскрізн\w+ шифр|terenkripsi secara end-to-end|端到端加密|端對端加密|エンドツーエンド|종단간 암호화|एंड-टू-एंड एन्क्रिप्ट|مشف\S* (تمام|بين الطرفين)|szyfrowan\w+ (całościowo|end-to-end)|zašifrován\w*|totalsträckskrypter|päästä päähän|ende-til-ende|مخفی‌سازی|מוצפנ\S* מקצה/iu;
/** How it begins; a person who talks about encryption seldom does. */
const OPENING =
  /^\W*(your |tus |vos |deine |ihre |suas |ваши |je )?(messages|chats|calls|nachrichten|los mensajes|las llamadas|mensajes|llamadas|les messages|les appels|messages|i messaggi|le chiamate|as mensagens|mensagens|de berichten|berichten|mesajlar|aramalar|сообщения|звонки|повідомлення|pesan|消息|訊息|您|メッセージ|메시지|मैसेज|संदेश|सं?देशों|الرسائل|رسائل|wiadomości|zprávy|meddelanden|viestit|meldinger|beskeder|ההודעות|הודעות|پیام)/iu;

/** What somebody does in a group, after a name. */
const DONE =
  "(?:added|removed|left|joined|created|changed|deleted|pinned|started|updated|reset|is now|was added|was removed|turned (?:on|off)|requested to join|hat .{0,60}(?:hinzugefügt|entfernt|erstellt|geändert|verlassen)|añadió|agregó|eliminó|salió|creó|cambió|se unió|te añadió|te agregó|a (?:ajouté|retiré|supprimé|quitté|créé|changé|modifié|rejoint)|(?:vous|t'|te) a ajouté|est parti|adicionou|removeu|saiu|criou|mudou|alterou|entrou|(?:ti )?ha (?:aggiunto|rimosso|abbandonato|creato|cambiato|modificato)|heeft .{0,60}(?:toegevoegd|verwijderd|verlaten|gemaakt|gewijzigd)|добавил|удалил|создал|изменил|покинул|вышел|вышла|menambahkan|mengeluarkan|keluar|membuat|mengubah|dodał|usunął|utworzył|zmienił|opuścił|lade till|tog bort|skapade|ändrade)";
const ACTION = new RegExp(`^[^\\n:]{1,60}? ${DONE}(?:[^\\p{L}]|[аи]\\b|\\(а\\)|$)[^\\n]{0,120}$`, "iu");
/** Turkish and the languages of the far east put the verb last. */
const ACTION_LAST =
  /^[^\n:]{1,100}(ekledi|çıkardı|ayrıldı|oluşturdu|değiştirdi|katıldı|を追加しました|が退出しました|を作成しました|を変更しました|添加了.{0,30}|新增了.{0,30}|创建了.{0,40}|建立了.{0,40}|退出了.{0,10}|更改了.{0,40}|님을 추가했습니다|님이 나갔습니다|만들었습니다|변경했습니다)[.。]?$/u;
const TO_YOU =
  /^(you('re| are| were|’re) (now|no longer|added|removed|an admin)|you (added|removed|created|changed|joined|left|deleted)|your security code|this (message was|group was|chat)|waiting for this message|missed (voice|video|group)|du (bist|hast|wurdest)|dein sicherheitscode|tu código de seguridad|votre code de sécurité|disappearing messages|selbstlöschende)/iu;

/** Whether a text is the notice that messages are encrypted: nobody says that, whoever's name it bears. */
export function isEncryptionNotice(text: string): boolean {
  return text.length < 400 && OPENING.test(text) && ENCRYPTED.test(text);
}

/** Whether a text reads as a notice of what somebody did to the group: true of some messages too. */
export function isLikeNotice(text: string): boolean {
  return isEncryptionNotice(text) || TO_YOU.test(text) || ACTION.test(text) || ACTION_LAST.test(text);
}

/** Whether a text tells what its own author did, by name: exports of phones write that under the author. */
export function isOwnDeed(author: string, text: string): boolean {
  return text.startsWith(`${author} `) && (ACTION.test(text) || ACTION_LAST.test(text));
}
