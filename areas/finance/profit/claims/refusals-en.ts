/** English of what claims say. */
import type { English } from '#platform/declare/sentence.ts'

export const claimEnglish: English = {
  '这一条已没有未赔的件数，不需要申请': 'No unit of it is owed any more, nothing is to be sent',
  最晚天数不能小于最早天数: 'The last day may not be before the first',
  '新发现 {} 条，已赔付 {} 条，再次打开 {} 条，过期 {} 条': '{} found, {} paid, {} opened again, {} expired',
}
