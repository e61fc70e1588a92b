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
  '{}“{}”当前为“{}”，不能从中取': '{} “{}” is “{}”: nothing can be drawn from it',
  '{}“{}”第 {} 行被取的{}合计 {}，不能小于 {}': '{} “{}”, line {}: {} drawn is {} in all, it can’t be less than {}',
  '{}“{}”第 {} 行的{}最多可取 {}，现共取 {}，超出 {}':
    '{} “{}”, line {}: of {} at most {} can be drawn; it would be {}, which is {} too much',
  '第 {} 行与{}“{}”的{}不同，请核对': 'Line {} differs from {} “{}” in {}; compare them',
  '{}“{}”': '{} “{}”',
  '{} {} 还没有到，不能过账': '{} {} has not come yet: it can’t be posted',
  '{} 及以前的月份已结账，{} {} 不能过账，请修改日期或先反结账':
    'Months up to {} are closed: {} {} can’t be posted; change the day or reopen the months first',
  '{} 及以前的月份已结账，{} 的过账不能冲销，请先反结账':
    'Months up to {} are closed: what was posted on {} stays; reopen the months first',
  '所选{}没有可取的{}': 'Nothing is open of the chosen {} ({})',
  '另 {} 张单据': '{} more documents',
  '已被{}取用，不能删除': 'It can’t be deleted: {} was drawn from it',
  '已被{}取用，不能修改{}': 'Drawn from by {}: {} can’t be changed',
  '{}“{}”当前为“{}”，不能提前关闭其中的行': '{} “{}” is “{}”: its lines can’t be closed early',
  一次只能关闭一行: 'Only one line can be closed at a time',
  '第 {} 行没有未取的数量，不需要关闭': 'Nothing is open of line {}: it need not be closed',
  '已被{}取用，不能“{}”': 'Drawn from by {}: it can’t take the step “{}”',
}
