/** English of what is refused of documents and their lines, keyed by the Chinese source. */
import type { English } from '#platform/declare/sentence.ts'

export const documentEnglish: English = {
  应为行的列表: 'is a list of lines',
  '应为 { added, changed, removed }': 'is { added, changed, removed }',
  '一张单据最多 {} 行{}，{} 里有 {} 行': 'A document has at most {} lines of {}; {} holds {}',
  '一张单据最多 {} 行{}，现有 {} 行': 'A document has at most {} lines of {}; there are {}',
  '请刷新后再保存（缺少行的编号）': 'Refresh and save again (the id of the line is missing)',
  同一行只能出现一次: 'A line stands there once at most',
  '这一行不属于这张单据，或刚被其他人删除，请刷新后再保存':
    'This line is not of this document, or somebody else has just deleted it; refresh and save again',
  其他人: 'Somebody else',
  '{}刚修改了其中 {} 行{}，请核对后再保存': '{} has just changed {} of these lines of {}; compare before you save',
  '{}“{}”不存在或无权使用，请重新选择': '{} “{}” is not there or not yours to use; choose another',
}
