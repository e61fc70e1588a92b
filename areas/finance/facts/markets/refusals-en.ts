/** English of what marketplaces' money says. */
import type { English } from '#platform/declare/sentence.ts'

export const marketEnglish: English = {
  '交易编号 {} 在文件中出现了多次，请重新下载原始文件': 'Transaction {} stands in the file several times; download the original file again',
  '交易 {} 的金额为 {}，与已导入的 {} 不同。请核对；如新文件正确，请先删除原来的导入':
    'Transaction {} is {} here and {} in what was imported. Compare them; if the new file is right, delete the earlier import first',
  '{} 行（{} 至 {}）在已结账的月份，计入第一个未结账月份': '{} lines ({} to {}) are of closed months and count in the first open month',
  '{} 笔放款与其交易合计一致': '{} pay-outs equal the sum of their transactions',
  '{} 笔放款与其交易合计不一致，交易可能不全：{}': '{} pay-outs do not equal the sum of their transactions, some may be missing: {}',
  '{} 个订单的收益与交易合计一致': 'The earnings of {} orders equal their transactions',
  '{} 个订单的收益或数量与交易合计不一致，请在“eBay 收益核对”查看':
    'Earnings or quantity of {} orders differ from their transactions, see eBay earnings against transactions',
  '{} 个订单的交易明细尚未导入，导入交易报告后自动核对':
    'Transactions of {} orders are not imported yet; they are held against the earnings once they are',
  '{} 行的订单收益不等于总额减费用减退款，请核对报告':
    'On {} lines order earnings are not gross less expenses and refunds: check the report',
  '这是 eBay 交易报告，但缺少这些列：{}。请重新下载，不要删改列':
    'This is eBay’s transaction report without these columns: {}. Download it again and leave its columns as they are',
  '按 eBay 公布的接口说明读取，尚未见过真实文件：请核对本次合计':
    'Read by eBay’s description of its interface, no genuine file was seen yet: compare the totals',
  '有不认识的费用列：{}': 'Unknown columns of fees: {}',
  缺少交易类型: 'The type of the transaction is missing',
  缺少交易编号: 'The number of the transaction is missing',
  '不是金额，或小数点与文件其他行不一致': 'No amount, or its decimal mark differs from the other lines',
  '{} {}：净额应为总额加费用': '{} {}: net is gross and fees',
  '{} 行没有任何金额，没有计入': '{} rows have no amount at all and are not counted',
  '费用合计 {} 与各项费用之和 {} 不同，文件可能被改动或不完整，请重新下载':
    'Total of fees {} and their sum {} differ; the file may be changed or incomplete, download it again',
  '时间应为 2026-11-21T09:00:00.000Z 的格式': 'A time is written 2026-11-21T09:00:00.000Z',
  '{} 笔放款未成功或仍在途，没有计入': '{} pay-outs failed or are under way and are not counted',
  '对账单的“{}”不是金额：{}': '“{}” of the statement is no amount: {}',
  '对账单的“{}”为 {}，各项之和为 {}，文件可能被改动或不完整，请重新下载':
    '“{}” of the statement is {}, its parts make {}; the file may be changed or incomplete, download it again',
  '文件里有两份结算日为 {} 的对账单，请分开上传': 'The file has two statements of {}: upload them one by one',
  '对账单没有写明结算日（scheduledSettlementDate），请重新下载': 'The statement names no scheduledSettlementDate: download it again',
  '付款对账单的应付金额与对账明细一致：{}': 'What statements say is payable equals the lines: {}',
  '结算日 {} 的付款对账单写明应付 {}，对账明细合计 {}，有 {} 项不一致，请在“沃尔玛对账核对”查看':
    'The statement of {} says that {} is payable, the lines make {}; {} parts differ, see Walmart statements',
  '结算日 {} 的对账明细尚未导入，导入后自动核对': 'The lines of {} are not imported yet; they are held against the statement once they are',
  '应为 CREDIT 或 DEBIT': 'CREDIT or DEBIT is expected',
  '请选择月份，如 2026-11': 'Choose a month such as 2026-11',
  请选择月份或起止日期: 'Choose a month, or a first and a last day',
  '一次最多生成 {} 天，请缩短期间': 'At most {} days at once: shorten the period',
  '{} 及以前的月份已结账，不能再改': 'Months up to {} are closed and stay as they are',
  '日期应为 MM/DD/YYYY': 'A date is written MM/DD/YYYY',
  '一个文件里有两个结算周期，请分开下载后导入': 'The file has two settlement periods: download and import them one by one',
  '这是沃尔玛对账单，但缺少金额列，请重新下载完整的原始文件':
    'This is Walmart’s reconciliation report without its columns of amounts: download the whole file again',
  '沃尔玛对账单按公开的列名清单读取，尚未见过真实文件：请核对本次合计与卖家中心':
    'Walmart’s reconciliation is read by a published list of columns, no genuine file was seen yet: compare the totals with Seller Center',
  '各行合计与文件写明的应付金额 {} 一致': 'The lines add up to what the file says is payable, {}',
  '文件写明应付 {}，各行合计为 {}，请核对': 'The file says that {} is payable, its lines add up to {}: compare them',
}
