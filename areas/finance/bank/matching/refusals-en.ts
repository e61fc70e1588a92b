/** English of what statements and bank matching say. */
import type { English } from '#platform/declare/sentence.ts'

export const matchEnglish: English = {
  收入和支出只能填一个: 'Fill in either in or out',
  '导入的流水不能改{}，请删除那次导入或另记一笔': '“{}” of an imported line stays as it is: delete the import, or add a line',
  '建议已更新，请核对后再接受': 'The suggestion has changed: look at it again before accepting',
  同一天: 'same day',
  '晚 {} 天': '{} days later',
  '早 {} 天': '{} days earlier',
  编号写在流水里: 'the line names its number',
  '{} 笔合计一致': '{} add up to it',
  金额一致: 'same amount',
  '少 {}，像是手续费': '{} less, probably a charge',
  '符合规则“{}”': 'follows the rule “{}”',
  对方相符: 'counterparty fits',
  '另有 {} 笔金额相同': '{} others of the same amount',
  自有账户之间金额一致: 'same amount between own accounts',
  '{} 换成 {}，与公司汇率相差 {}%': '{} into {}, {}% off the company’s rate',
  流水写明手续费: 'the line says charge',
  流水写明利息: 'the line says interest',
  '已选择款项，不能同时归类；归类用于没有单据的流水': 'Payments are chosen; only lines without a document are booked as they are',
  '请选择要核对的款项，或选择归类；自有账户之间的转账要同时选中转出和转入':
    'Choose payments, or what the lines are booked as; of a transfer between own accounts choose both lines',
  '转出和转入相差 {} {}，请选择记为手续费或汇兑差额': 'Out and in differ by {} {}: book it as a charge or an exchange difference',
  '一次最多核对两个币种，请分开核对': 'At most two currencies are matched at once',
  '选中的流水和款项对不上：有的一笔也用不到，请重新选择':
    'These lines and payments do not fit: some would not be used at all, choose again',
  '两个币种的金额方向相同，不是换汇，请分开核对': 'Both currencies move the same way, which is no conversion: match them apart',
  '手续费要大于等于 0，并小于换出的金额': 'The fee is at least 0 and less than what is given',
  '按汇率 {} 应换得 {} {}，实际 {}；确认无误请填写原因': 'At the rate {} it would be {} {}, it is {}: say why where this is right',
  '换汇汇率 {} 与公司当月汇率相差超过 5%；确认无误请填写原因':
    'The rate {} is more than 5% off the company’s rate of the month: say why where this is right',
  '款项的来源文件已撤回，不能再核对': 'The file of this payment was taken back, it can not be matched',
  '这笔流水已由 {} 在 {} 勾对，请刷新后再操作': 'This line was matched by {} at {}, read the page again',
  '这笔款项已由 {} 在 {} 勾对，请刷新后再操作': 'This payment was matched by {} at {}, read the page again',
  请先选择流水: 'Choose lines first',
  '一次最多核对 {} 笔流水和款项': 'At most {} lines and payments at once',
  '{} 及以前的月份已结账，其中的流水不能再勾对或取消勾对，请先反结账':
    'Months up to {} are closed, their lines are neither matched nor taken back; reopen the months first',
  '不计收支的流水没有款项，不需要勾对': 'A line that moved no money needs no match',
  请先选择要取消的对账记录: 'Choose matches first',
  '新增应收应付 {} 笔，更新 {} 笔，撤回 {} 笔；{} 笔流水有建议':
    '{} expected payments added, {} changed, {} taken back; suggestions for {} lines',
  '选中的流水里有的没有建议，或已被处理，请刷新后再操作':
    'Some of these lines have no suggestion, or were done meanwhile: read the page again',
  '请在“对应款项来源”和“直接归类”里选择一项，且只选一项': 'Choose where it is expected from, or what it is booked as: one of both',
  '流水已勾对，金额、币种和账户不能修改，请先在“对账记录”里取消勾对':
    'The line is matched: amount, currency and account stay; take the match back first',
  '应收付金额不能为 0': 'The amount may not be 0',
  '来自文件的款项不能删除；删除那次导入后，它会随之撤回': 'A payment of a file is not deleted by itself: it goes with its import',
  '来自文件的款项不能修改，请更正文件后重新导入': 'A payment of a file is not changed: mend the file and import it again',
  '款项已有勾对，请先取消勾对再修改或删除': 'The payment is matched, take the match back first',
  '流水已勾对，请先在“对账记录”里取消勾对再删除': 'The line is matched, take the match back first',
  '有 {} 笔流水已勾对，请先在“对账记录”里取消勾对再删除这次导入':
    '{} lines are matched, take their matches back before deleting this import',
}
