/** English of what an import of Amazon's files tells of them, keyed by the Chinese source. */
import type { English } from '#platform/server/contract/area.ts'

export const importEnglish: English = {
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
  '本行各金额列合计{}，与总额{}不符，相差{}': 'The amounts of this line add up to {}, its total is {}, a difference of {}',
  '本行各金额列合计{}，与总额{}不符，相差{}；{}': 'The amounts of this line add up to {}, its total is {}, a difference of {}; {}',
  '缺少已知版式都有的列：{}': 'columns that every known form has are missing: {}',
  '表头中有不认识的列：{}': 'the head has unknown columns: {}',
  '缺少已知版式都有的列：{}；表头中有不认识的列：{}': 'columns that every known form has are missing: {}; the head has unknown columns: {}',
  '结算单 {} 已导入，内容与此文件不同，请核对后先删除原来的导入':
    'Settlement {} is imported with other content than this file: compare, and delete the earlier import first',
  '第 {} 列的表头“{}”不认识，按所在位置读作“{}”': 'The head of column {}, “{}”, is not known; by its place it is read as “{}”',
  '第 {} 列的表头“{}”不认识，按所在位置读作“{}”，合计 {} {}':
    'The head of column {}, “{}”, is not known; by its place it is read as “{}”, {} {} in all',
  '文件缺少已知版式都有的列：{}': 'The file lacks columns that every known form has: {}',
  '文件中有 {} 行与前面的行完全相同，都已计入，合计 {} {}': '{} lines of the file equal a line before them; all are counted, {} {} in all',
  '{} 至 {} 已结账，其中 {} 行计入 {}，合计 {} {}': '{} to {} is closed: its {} lines count on {}, {} {} in all',
  '这是{}，但缺少列{}，请重新下载完整的原始文件': 'This is the {}, but it lacks {}: download the whole original file again',
  '这是“{}”，里面没有结算金额。{}': 'This is the “{}”, which holds no settled amounts. {}',
  '请在卖家平台“报告 > 付款”下载：“所有结算”里的结算报告（Payments > All Statements，平面文件 V2），或“报告存储库”里的日期范围交易报告（Payments > Reports Repository，类型选“交易”）':
    'Download in Seller Central under Reports > Payments: the settlement report of All Statements (flat file V2), or the date range ' +
    'report of Reports Repository (type Transaction)',
  '这一行与已导入的内容不同（已导入 {}）': 'This line differs from what was imported ({})',
  这一行在已导入的数据里没有: 'This line is not in what was imported',
  '已导入的第 {} 条明细（{}）在文件里没有': 'Line {} of what was imported ({}) is not in the file',
  '亚马逊结算报告（V2）': 'Amazon settlement report (V2)',
  '亚马逊结算报告（旧版）': 'Amazon settlement report (first layout)',
  亚马逊交易报告: 'Amazon transaction report',
  亚马逊交易一览: 'Amazon transaction summary',
  所有订单报告: 'All orders report',
  未发货订单报告: 'Unshipped orders report',
  'FBA 已配送货件报告': 'FBA shipments report',
  'FBA 退货报告': 'FBA customer returns report',
  'FBA 赔偿报告': 'FBA reimbursements report',
  'FBA 月度仓储费报告': 'FBA storage fees report',
  'FBA 费用预览报告': 'FBA fee preview report',
  'FBA 库存报告': 'FBA inventory report',
  'FBA 库存状况（库龄）报告': 'FBA inventory planning report',
  库存分类账报告: 'Inventory ledger report',
  库存分类账汇总报告: 'Inventory ledger summary report',
  移除订单报告: 'Removal orders report',
  多国库存报告: 'Multi-country inventory report',
  增值税交易报告: 'VAT transactions report',
  商品报告: 'Listings report',
  '业务报告（流量与销量）': 'Business report (sales and traffic)',
  广告搜索词报告: 'Search term report',
  广告活动报告: 'Campaign report',
}
