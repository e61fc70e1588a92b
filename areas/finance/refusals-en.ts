/** English of finance's refusals, keyed by the Chinese source. */
import type { English } from '#platform/declare/sentence.ts'
import { accrualEnglish } from './profit/accrual/index.ts'
import { advertisingEnglish } from './facts/advertising/refusals-en.ts'
import { checkEnglish } from './profit/checks/refusals-en.ts'
import { claimEnglish } from './profit/claims/refusals-en.ts'
import { freightEnglish } from './costs/freight/refusals-en.ts'
import { layerEnglish } from './costs/layers/refusals-en.ts'
import { matchEnglish } from './bank/matching/refusals-en.ts'
import { marketEnglish } from './facts/markets/refusals-en.ts'
import { fileEnglish } from './file-texts-en.ts'
import { allocationEnglish } from './costs/allocation/index.ts'
import { materialEnglish } from './costs/materials/index.ts'
import { shopProfitEnglish } from './profit/shop-profit/refusals-en.ts'
import { sheetEnglish } from './profit/sheets/refusals-en.ts'
import { importEnglish } from './import-texts-en.ts'
import { voucherEnglish } from './close/vouchers/refusals-en.ts'

export const financeEnglish: English = {
  ...sheetEnglish,
  ...importEnglish,
  ...fileEnglish,
  ...freightEnglish,
  ...layerEnglish,
  ...marketEnglish,
  ...checkEnglish,
  ...claimEnglish,
  ...accrualEnglish,
  ...shopProfitEnglish,
  ...advertisingEnglish,
  ...allocationEnglish,
  ...materialEnglish,
  ...matchEnglish,
  ...voucherEnglish,
  '这一项刚被其他人处理，请刷新后再看': 'Somebody has just changed this item, refresh and look again',
  '这位员工已离职，请选择在职的人': 'This employee has left, choose somebody who is employed',
  '{}必须没有问题才能结账，不能用说明代替': '{} must be without a fault, a reason does not stand for it',
  '{}没有缺口，不需要确认': '{}: nothing is lacking, there is nothing to confirm',
  请填写说明: 'Say why',
  请填写反结账的原因: 'Say why it is reopened',
  '月结清单涉及公司的全部店铺，请由能看到全部店铺的人确认':
    'The checklist is about all shops of the company: somebody who sees all of them confirms it',
  请先选择要审核的数据: 'Choose what to audit first',
  '{} 及以前的月份已结账，手工调整不能再登记、修改或删除，请改到之后的日期或先反结账':
    'Months up to {} are closed, corrections in them stay as they are: take a later day, or reopen the months first',
  '{} 及以前的月份已结账，不能再补录或修改，请先反结账': 'Months up to {} are closed, nothing is entered in them; reopen them first',
  '没有这个平台，请重新选择': 'There is no such platform, choose again',
  请先选择要重新读取的行: 'Choose the rows to read again first',
  '一次最多重新读取 {} 行': 'At most {} rows are read again at once',
  '选中的行没有已存的文件，请直接导入': 'No file is stored of these rows, import one',
  '选中的行有 {} 个文件，一次最多重新读取 {} 个，请少选几行':
    'These rows have {} files, at most {} are read again at once: choose fewer rows',
  '一次最多审核 {} 行': 'At most {} rows at once',
  '没有第 {} 个店铺，一共 {} 个，请重新检查': 'There is no shop {} of {}, check again',
  '{} 及以前的月份已结账，不能再改审核标记': 'Months up to {} are closed, audit marks can not be changed',
  '重新读取 {} 个已存文件': 'Read {} stored files again',
  计算: 'Computing',
  '计算没有完成，稍后自动重试；页面上的数字仍是上一次的结果':
    'The computation did not end and is tried again; the page still shows the last figures',
  '账目正在写入（导入、审核或另一人结账），请稍后再试': 'The books are being written (import, audit or another close), try again later',
  '{} 及以前的月份已结账，汇率不能再改，请先反结账': 'Months up to {} are closed, their rates stand; reopen them first',
  '{} 及以前的月份已结账，产品成本不能删除，请先反结账': 'Months up to {} are closed, their product costs stay; reopen them first',
  '有 {} 行已审核，请先反审核再删除这次导入': '{} lines are audited, take the audit back before deleting this import',
  '有 {} 行在已结账的月份，不能删除这次导入': '{} lines stand in closed months, this import can not be deleted',
  '结算单 {} 的交易明细在已结账的月份，不能删除这次导入':
    'Transactions of settlement {} stand in a closed month, this import can not be deleted',
  '这次导入登记的释放已计入结账的月份，不能删除这次导入': 'Releases of this import count in a closed month, it can not be deleted',
  没有这个财务项目: 'There is no such finance item',
  '月份格式应为 YYYY-MM，例如 2025-10': 'A month is YYYY-MM, for example 2025-10',
  '结账和反结账涉及公司的全部店铺，请由能看到全部店铺的人操作':
    'Months are closed and reopened over all shops of the company, by somebody who sees all of them',
  '{} 已结账': '{} is closed',
  '{} 还不能结账：{}': '{} can not be closed yet: {}',
  '{} 没有结账': '{} is not closed',
  '请先反结账 {}，月份按倒序打开': 'Reopen {} first, months open in reverse order',
  '请选择年份，如 2026': 'Choose a year, for example 2026',
  请选择起止日期: 'Choose first and last day',
  关键字含有无法查找的字符: 'The keyword holds a character that can not be searched',
  '没有这种报告，请重新选择': 'There is no such report, choose again',
  '该类型在 {} 已有映射，请直接修改': 'This kind is mapped in {} already, change that mapping',
  '{} 已结账，其中有这类金额，它的映射不能再变。请让新的映射从 {} 起生效，或先反结账':
    '{} is closed and holds such amounts, their mapping stands. Let the new one begin with {}, or reopen the month',
}
