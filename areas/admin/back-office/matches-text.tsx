/** Searching short names as they are typed: by characters in any case, by pinyin, by initials. */
import pinyin from 'pinyin-match'

export const matchesText = (text: string, typed: string): boolean =>
  typed === '' || text.toLowerCase().includes(typed.toLowerCase()) || pinyin.match(text, typed) !== false
