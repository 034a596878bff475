import { isCurrency } from "../../core/units.js";
import { plainNumerals } from "../../core/values/characters.js";
import { readQuantity } from "../../core/values/quantity.js";
import { within, type Span } from "./span.js";

/**
 * "I paid", "we spent" in languages other than English, as people begin or end a sentence with it. Letters of one script are
 * taken as words, others as they are.
 */
const PAID = [
  // Hebrew, Arabic, Persian
  "שילמתי|שילמנו|קניתי|הוצאתי|دفعت|دفعنا|اشتريت|أنفقت|پرداخت کردم|خریدم|خرج کردم",
  // Chinese, Japanese, Korean
  "花了|付了|支付了|用了|買了|买了|払った|払いました|支払った|支払いました|使った|買った|買いました|썼다|썼어요|냈다|냈어요|지불했|샀다|샀어요|결제했",
  // Russian, Ukrainian, Greek, Hindi, Thai
  "заплатил|заплатила|потратил|потратила|купил|купила|заплатив|витратив|πλήρωσα|ξόδεψα|αγόρασα|चुकाए|खर्च किए|दिए|खरीदा|จ่าย|ซื้อ",
];
const PAID_LATIN =
  "bezahlt|gezahlt|ausgegeben|gekauft|payé|dépensé|acheté|pagué|pagamos|gasté|gastamos|compré|pagato|speso|comprato|paguei|gastei|comprei|betaald|uitgegeven|gekocht|" +
  "betalade|köpte|betalte|købte|kjøpte|zapłaciłem|zapłaciłam|wydałem|wydałam|kupiłem|kupiłam|zaplatil|zaplatila|koupil|koupila|ödedim|harcadım|aldım|fizettem|költöttem|vettem|maksoin|ostin|plătit|cheltuit|cumpărat|membayar|membeli";

/** An amount with its currency on either side, in the digits of any script. */
const AMOUNT = new RegExp(
  String.raw`(?<![\p{Nd}.,٫٬])(?:\p{Sc}\s?)?\p{Nd}+(?:[.,٫٬ ’']\p{Nd}+)*(?:\s?(?:\p{Sc}|\p{Script=Hebrew}+["״]?\p{Script=Hebrew}*|[円元块원]|[\p{L}\p{M}]{2,10}))?`,
  "gu",
);

const SAYS_PAID = new RegExp(`${PAID.join("|")}|(?<![\\p{L}])(?:${PAID_LATIN})(?![\\p{L}])`, "iu");

/**
 * The amount of money of a sentence that says in another language than English that its speaker paid; null for any other, and
 * where it names several.
 */
export function paidAbroad(sentence: Span): Span | null {
  if (!SAYS_PAID.test(sentence.text)) return null;
  const amounts = [...sentence.text.matchAll(AMOUNT)].filter(([amount]) => {
    const unit = readQuantity(plainNumerals(amount))?.unit ?? null;
    return unit !== null && isCurrency(unit);
  });
  const [only, ...others] = amounts;
  return only === undefined || others.length > 0 ? null : within(sentence, only.index, only.index + only[0].length);
}
