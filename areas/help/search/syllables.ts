/** Pinyin of Chinese texts, and letters read as pinyin. Pure. */
import { pinyin } from 'pinyin-pro'

/** One syllable without tone for each character: 结算 -> jie, suan. */
export const syllablesOf = (han: string): string[] => pinyin(han, { toneType: 'none', type: 'array', v: true })

const initials = 'b p m f d t n l g k h j q x zh ch sh r z c s y w'.split(' ')
const finals = 'a ai an ang ao e ei en eng er i ia ian iang iao ie in ing iong iu o ong ou u ua uai uan uang ue ui un uo v ve'.split(' ')
const alone = 'a ai an ang ao e ei en eng er o ou'.split(' ')
const known: ReadonlySet<string> = new Set(alone.concat(initials.flatMap(i => finals.map(f => i + f))))
const syllableMax = 6

/** Letters as the fewest syllables: jiesuan -> jie, suan. One that is still being typed is left out. null: they are no pinyin. */
export function readAsPinyin(letters: string): readonly string[] | null {
  const best: (readonly string[] | null)[] = [[]]
  for (let end = 1; end <= letters.length; end++) {
    best[end] = null
    for (let from = Math.max(0, end - syllableMax); from < end; from++) {
      const before = best[from]
      const last = letters.slice(from, end)
      const now = best[end]
      if (before && known.has(last) && (!now || before.length + 1 < now.length)) best[end] = [...before, last]
    }
  }
  const whole = best[letters.length]
  if (whole) return whole
  // what is being typed ends inside a syllable
  for (let end = letters.length - 1; end >= letters.length - syllableMax && end > 1; end--) {
    const before = best[end]
    const rest = letters.slice(end)
    if (before && before.length > 1 && [...known].some(one => one.startsWith(rest))) return before
  }
  return null
}
