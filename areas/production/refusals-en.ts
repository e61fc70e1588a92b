/** English of what production says. */
import type { English } from '#platform/declare/sentence.ts'

export const productionEnglish: English = {
  '物料清单还没有明细，请先填写': 'The bill has no lines yet, enter them first',
  '商品 {} 已停售，不能发布物料清单': 'Product {} is stopped: its bill is not released',
  '物料清单有循环：“{}”直接或间接用到了自己': 'A circle: {} is a part of itself, directly or not',
  '物料 {} 在明细里重复，请合并成一行': 'Part {} stands in two lines: put them into one',
  失效日期早于生效日期: 'It ends before it begins',
  '拆分的成本占比合计应为 100，现在是 {}': 'Shares of cost of a split come to 100, not to {}',
  '版本 {} 从 {} 起生效，新版本应从更晚的日期开始': 'Version {} holds from {}: a new one begins on a later day',
  '“{}”的各级物料超过 {} 层': 'The bill of {} has more than {} levels',
  '这张物料清单展开后太长，请从下一级打开': 'Too long with all its levels: open one of the level below',
  '没有这张物料清单，请重新选择': 'There is no such bill, choose again',
  '拆分请选择“拆分”的物料清单': 'Choose a bill of the kind split',
  '组装不能用“拆分”的物料清单': 'A bill of the kind split is not for assembly',
  '委外的商品请用生产单，不能直接组装': 'What is subcontracted is made by a production order',
  '这张物料清单在 {} 没有生效，请选择当天有效的版本': 'This bill does not hold on {}: choose the version of that day',
  '{} 可用 {}，不够 {}': 'Of {} there are {} free, less than {}',
}
