/** English of what an import of Amazon's files tells of them, keyed by the Chinese source. */
import type { English } from '#platform/declare/sentence.ts'

export const importEnglish: English = {
  '没有找到这个文件所属的亚马逊店铺，请选择店铺后再导入': 'No Amazon shop fits this file, choose the shop and import again',
  '一次最多 {} 个月，请缩短期间': 'At most {} months at once, choose a shorter period',
  '不认识的列“{}”已按未映射的金额计入，合计 {} {}，请在费用类型映射里选择科目':
    'The unknown column “{}” is counted as an unmapped amount, {} {} in all: choose its item in the type map',
  '不认识的列“{}”不在各行总额之内，没有计入，合计 {} {}':
    'The unknown column “{}” is no part of the lines’ totals and is not counted, {} {} in all',
  '不认识的列“{}”在一部分行里计入总额，在另一部分行里没有，不能确定它的含义，请重新下载原始报告':
    'The unknown column “{}” is part of the total in some lines and not in others: what it means can not be told, download the ' +
    'original report again',
  '本行已知金额列合计{}，连同不认识的列{}合计{}，总额为{}：不能确定该列是否计入金额，请重新下载原始报告，仍如此时请告知管理员':
    'The known amounts of this line add up to {}, with the unknown column {} to {}, and its total is {}: whether the column counts ' +
    'can not be told. Download the original report again; if it stays so, tell the administrator',
  '本行各金额列合计{}，与总额{}不符，相差{}{}': 'The amounts of this line add up to {}, its total is {}, a difference of {}{}',
  '缺少已知版式都有的列：{}': 'columns that every known form has are missing: {}',
  '表头中有不认识的列：{}': 'the head has unknown columns: {}',
  '结算单 {} 已导入，内容与此文件不同，请核对后先删除原来的导入':
    'Settlement {} is imported with other content than this file: compare, and delete the earlier import first',
  '第 {} 列的表头“{}”不认识，按所在位置读作“{}”': 'The head of column {}, “{}”, is not known; by its place it is read as “{}”',
  '文件缺少已知版式都有的列：{}': 'The file lacks columns that every known form has: {}',
  '这是{}，但缺少列{}，请重新下载完整的原始文件': 'This is the {}, but it lacks {}: download the whole original file again',
  '这是“{}”，里面没有结算金额。{}': 'This is the “{}”, which holds no settled amounts. {}',
  '请在卖家平台“报告 > 付款”下载：“所有结算”里的结算报告（Payments > All Statements，平面文件 V2），或“报告存储库”里的日期范围交易报告（Payments > Reports Repository，类型选“交易”）':
    'Download in Seller Central under Reports > Payments: the settlement report of All Statements (flat file V2), or the date range ' +
    'report of Reports Repository (type Transaction)',
  '这一行与已导入的内容不同（已导入 {}）': 'This line differs from what was imported ({})',
  这一行在已导入的数据里没有: 'This line is not in what was imported',
  '已导入的第 {} 条明细（{}）在文件里没有': 'Line {} of what was imported ({}) is not in the file',
  '{}，合计 {} {}': '{}, {} {} in all',
  '文件中有 {} 行与前面的行完全相同，都已计入，合计 {}': '{} lines of the file equal a line before them; all are counted, {} in all',
  '{} 至 {} 已结账，其中 {} 行计入 {}，合计 {}': '{} to {} is closed: its {} lines count on {}, {} in all',
  '{} 已按交易汇总结账，再导入同期的明细会重复计算。请先反结账再导入':
    '{} was closed by the transaction summary: lines of the same time would count twice. Reopen the month first',
  文件里没有数据行: 'The file has no data',
  '有 {} 笔递延交易在此文件中释放，已登记释放记录': '{} deferred transactions are released in this file, which is noted',
  '结算单 {} 的金额已按交易明细计入已结账的月份，利润继续以交易明细为准，结算单只用于核对':
    'The amounts of settlement {} count in closed months by the transaction report: profit stays with that, the settlement only proves it',
  '结算单 {} 有金额在 {} 按递延交易结账，结算单本身也已结账，同一笔金额计入了两次；反结账到 {} 后自动更正':
    'Settlement {} has amounts that were closed in {} as deferred, and is closed itself: the same money counts twice. Reopening the ' +
    'months down to {} mends it',
  '结算单 {} 已以另一种版式导入，按订单和金额类型核对一致':
    'Settlement {} was imported in another layout; by order and kind of amount both say the same',
  '结算单 {} 已以另一种版式导入，金额不一致，请核对': 'Settlement {} was imported in another layout with other amounts, compare them',
  '（无订单）': '(no order)',
  '订单 {} 的 {}：文件 {}，已导入 {}': 'Order {}, {}: {} in the file, {} imported',
  // the shop of a file
  '店铺“{}”不是亚马逊店铺，请改选店铺': 'The shop “{}” is none of Amazon, choose another',
  '文件的站点为 {}，店铺“{}”的站点为 {}，请改选店铺或更换文件':
    'The marketplace of the file is {}, that of the shop “{}” is {}: choose another shop or another file',
  '文件的站点 {} 有多个店铺（{}），请选择店铺后再导入': 'The marketplace of the file, {}, has several shops ({}): choose one',
  '没有找到站点为 {} 的店铺，请选择店铺，或在“店铺别名”里登记':
    'No shop of the marketplace {} was found: choose a shop, or note the name among the names of shops',
  '文件没有写明站点，请选择店铺后再导入': 'The file names no marketplace, choose the shop',
  '{}没有 SKU、结算单和时间：只在店铺没有其他报告的日期计入':
    'The {} has no SKU, settlement or time: it counts only on days of the shop that no other report tells of',
  '接口的交易没有结算单：只在店铺没有其他报告的日期计入':
    'Transactions of the interface have no settlement: they count only on days of the shop that no other report tells of',
  '{} 笔交易属于其他站点，本店铺未导入': '{} transactions are of other marketplaces and were not imported for this shop',
  '结算单 {} 与 {} 之间缺少 {} 至 {} 的结算单，请补充导入':
    'Between the settlements {} and {} that of {} to {} is missing: import it as well',
  '结算单 {} 欠款 {}，下一张结算单 {} 只结转了 {}，请核对': 'Settlement {} leaves {} owed, the next one, {}, carries {}: compare them',
  '结算单 {} 的欠款 {} 已结转到 {}，扣款 {}，余 {}':
    'What settlement {} leaves owed, {}, is carried into {}, charged there by {}; {} is left',
  '报表自述不完整：{}': 'The report says that it is incomplete: {}',
}
