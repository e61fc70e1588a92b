/** English of what the shops' statement refuses. */
import type { English } from '#platform/declare/sentence.ts'

export const shopProfitEnglish: English = {
  '{} 及以前的月份已结账，店铺费用不能再录入、修改、分摊或删除，请先反结账':
    'Months up to {} are closed, expenses of shops in them stay as they are; reopen the months first',
  '“{}”的工资薪酬请填在“工资金额”，“费用金额”留空': 'Pay of {} goes into the pay amount, leave the expense empty',
  '“{}”不是工资薪酬，请把金额填在“费用金额”': '{} is no pay, enter the amount as an expense',
  '“{}”没有金额，请填写费用金额或工资金额': '{} has no amount, enter an expense or pay',
  '一次最多处理 {} 条费用': 'At most {} items at once',
  '分摊涉及公司的全部店铺，请由能看到全部店铺的人操作': 'Items fall on all shops of the company: somebody who sees all of them allocates',
  '“{}”在 {} 没有可分摊的店铺，请先在“MSKU 负责人”里登记部门负责的店铺':
    '{} has no shops to bear it in {}, enter under SKU owners which shops the department sells in',
  '店铺“{}”的数字正在计算，请稍后再试': 'Figures of shop {} are being computed, try again later',
  '{} 没有 {} 的汇率，请先在汇率里登记': '{} has no rate of {}, enter it under exchange rates first',
  不能生成将来月份的利润表: 'A month to come has no statement',
}
