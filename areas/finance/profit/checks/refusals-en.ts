/** English of what the checks say. */
import type { English } from '#platform/declare/sentence.ts'

export const checkEnglish: English = {
  '一次最多核对 {} 天，请缩短期间': 'At most {} days are checked at once, choose a shorter period',
  '新发现 {} 条，消除 {} 条，再次出现 {} 条': '{} found, {} gone, {} came back',
}
