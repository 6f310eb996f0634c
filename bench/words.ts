// An invented language: 50,000 words whose frequencies fall as those of real text do (Zipf), and 200,000 names that
// hardly any mail has. So there are words that are rare, words that a tenth of all mails has, and beginnings that many
// words share.
import { type Chance, pick } from './chance.ts';

export const WORDS = 50_000;
const NAMES = 200_000;

// 60 syllables of two or three letters; words of the front of the list, which are common, have two of them.
const SYLLABLES = ['b', 'd', 'f', 'g', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't'].flatMap((first) =>
  ['a', 'e', 'i', 'o', 'u'].map((vowel, index) => first + vowel + (index === 2 ? 'n' : '')),
);
const SHORT = 3_000;

/** Every word by its rank, the most common first; the names follow. */
export const vocabulary: readonly string[] = Array.from({ length: WORDS + NAMES }, (_, rank) => {
  if (rank < SHORT) return spelled(scattered(rank, 60 ** 2), 2);
  if (rank < WORDS) return spelled(scattered(rank, 60 ** 3), 3);
  return spelled(scattered(rank, 60 ** 4), 4);
});

// A number that shares no factor with 60 scatters the ranks over the whole range, each to a place of its own.
function scattered(rank: number, range: number): number {
  return Number((BigInt(rank) * 7_368_787n) % BigInt(range));
}

function spelled(number: number, syllables: number): string {
  let word = '';
  for (let rest = number, i = 0; i < syllables; i++, rest = Math.floor(rest / 60)) word += SYLLABLES[rest % 60];
  return word;
}

// A drawn number leads to a rank in one step: each rank has as many places as its share of the text asks for.
const PLACES = 1 << 21;
const ranks = rankTable();

function rankTable(): Uint16Array {
  const table = new Uint16Array(PLACES);
  let whole = 0;
  for (let rank = 1; rank <= WORDS; rank++) whole += 1 / rank;
  let share = 0;
  let place = 0;
  for (let rank = 1; rank <= WORDS; rank++) {
    share += 1 / rank / whole;
    for (const end = Math.min(PLACES, Math.round(share * PLACES)); place < end; place++) table[place] = rank - 1;
  }
  return table;
}

/** The rank of a word as often as text has it. */
export function drawRank(chance: Chance): number {
  return ranks[Math.floor(chance() * PLACES)] as number;
}

/** The rank of a name. */
export function drawName(chance: Chance): number {
  return WORDS + Math.floor(chance() * NAMES);
}

/** Parts of Chinese and Japanese sentences. */
export const chinese =
  '会议 项目 时间 今天 明天 我们 你们 公司 合同 发票 电话 地址 北京 上海 学校 老师 朋友 家里 周末 天气 谢谢 请问 可以 需要 文件 附件 计划 预算 车票 机场 酒店 医生'.split(
    ' ',
  );
export const japanese =
  '会議 予定 時間 今日 明日 私たち 東京 大阪 契約 請求書 電話 住所 学校 先生 友達 週末 天気 ありがとう よろしく お願いします 書類 計画 予算 切符 空港 ホテル メール 写真 旅行 病院'.split(
    ' ',
  );

export function cjkSentence(chance: Chance): string {
  const [parts, particles] =
    chance() < 0.5 ? [chinese, ['的', '在', '和', '是']] : [japanese, ['の', 'を', 'に', 'は']];
  let text = '';
  for (let left = 3 + Math.floor(chance() * 6); left > 0; left--)
    text += pick(parts, chance) + (left > 1 ? pick(particles as string[], chance) : '。');
  return text;
}
