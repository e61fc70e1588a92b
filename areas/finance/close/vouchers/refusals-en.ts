/** English of what vouchers refuse. */
import type { English } from '#platform/declare/sentence.ts'

export const voucherEnglish: English = {
  '这个公司还没有账簿，请先在“账簿”里登记': 'This company has no books yet, enter them first',
  '凭证涉及公司的全部店铺，请由能看到全部店铺的人操作':
    'Vouchers are of all shops of the company: somebody who sees all of them makes them',
  不能生成将来月份的凭证: 'A month to come has no vouchers',
  '账簿从 {} 启用，之前的月份不生成凭证': 'These books begin with {}, earlier months have no vouchers',
  '{} 有 {} 个财务科目没有凭证规则：{}，请先在“凭证规则”里登记': 'In {}, {} items have no voucher rule: {}. Enter rules for them first',
  '{} 还有费用类型没有对应财务科目，请先在“费用类型映射”里登记': 'In {} kinds of amounts have no finance item yet, map them first',
  '店铺“{}”的数字刚有变化，请重新生成': 'Figures of shop {} have just changed, generate again',
  '{} 还没有结账，数字还会变化，请先月结再导出凭证': '{} is not closed and its figures may change: close the month, then export',
  '{} 没有凭证，请先生成': '{} has no vouchers, generate them first',
  '{} 没有未导出的凭证；需要再次导出请选择“全部”': 'Every voucher of {} was exported; choose all to export them again',
  '没有这种文件格式，请重新选择': 'There is no such format, choose again',
  '凭证 {} 没有分录，请重新生成': 'Voucher {} has no entries, generate again',
  '凭证 {} 借贷不平：借方 {}，贷方 {}，请重新生成': 'Voucher {} does not balance: debit {}, credit {}. Generate again',
  '凭证 {} 的 {} 借贷相差 {}，请重新生成': 'Voucher {} does not balance in {}, by {}. Generate again',
  '凭证 {} 的人民币借贷相差 {}，请重新生成': 'Voucher {} does not balance in CNY, by {}. Generate again',
  '凭证 {} 第 {} 行的科目“{}”已停用或不存在，请在“凭证规则”里换一个科目后重新生成':
    'Line {2} of voucher {1}: account {3} is stopped or gone. Choose another one in the rule and generate again',
  '凭证 {} 第 {} 行的科目“{}”缺少辅助核算：{}。请在“辅助核算项目”里对应店铺，或在“凭证规则”里选定项目，再重新生成':
    'Line {2} of voucher {1}: account {3} lacks {4}. Tie an auxiliary item to the shop, or name it in the rule, and generate again',
  '凭证 {} 第 {} 行的科目“{}”有下级科目，不能直接记账，请在“凭证规则”里换成末级科目后重新生成':
    'Line {2} of voucher {1}: account {3} has others below it and takes no entries. Name one of them in the rule and generate again',
  '凭证 {} 的“{}”有 GBK 没有的字“{}”，请修改摘要、科目或项目名称后重新生成':
    'Voucher {}: {} holds {}, which GBK has not. Change explanation, account or item and generate again',
  '没有科目 {}，请先载入常用科目，或逐个登记规则': 'There is no account {}: load the usual accounts first, or enter the rules one by one',
  '凭证 {} 已导出、替换或冲销，不能再补充核算项目': 'Voucher {} was exported, replaced or reversed: its items stay as they are',
  '第 {} 行已有{}项目': 'Line {} has an item of {} already',
  '第 {} 行的科目“{}”没有这一类辅助核算': 'Line {}: account {} has no such auxiliary accounting',
  '请选择这个公司在用的{}项目': 'Choose an item of the kind {} that this company uses',
  '凭证 {} 不是已导出的正常凭证，不能冲销': 'Voucher {} is no exported voucher that could be reversed',
  '{} 已有自己的列，请直接修改，或删除后再载入': '{} has columns of its own: change them, or delete them before loading',
  '核算项目“{}”不属于这个公司，请重新选择': 'Item {} is of another company, choose again',
  '每个核算类别只能选一个项目，“{}”多余': 'One item of each kind can be named, {} is one too many',
  '店铺“{}”在同一核算类别里对应了“{}”和“{}”，只能对应一个': 'Shop {} has two items of one kind, {} and {}: leave one',
}
