/** English of the refusals of sales, keyed by the Chinese source. */
import type { English } from '#platform/declare/sentence.ts'

export const salesEnglish: English = {
  '时间应为 1970 年起的毫秒数': 'A time is milliseconds since 1970',
  金额不是数字: 'The amount is no number',
  '不认识的费用类型“{}”，请联系管理员': 'Unknown type of charge “{}”, ask an administrator',
  '{} 行还没有订单号（买家尚未付款），没有计入': '{} rows have no order number yet (not paid) and are not counted',
  '日期应写作 Oct-01-26 07:12:00 这样': 'A date is written like Oct-01-26 07:12:00',
  '时间应带有时区，如 2026-08-18T09:12:44+00:00': 'A time has a zone, like 2026-08-18T09:12:44+00:00',
  币种应为三个大写字母: 'A currency is three capital letters',
  '币种与店铺的币种 {} 不同': 'The currency is not that of the shop, {}',
  '有 {} 行属于其他渠道（{}），本店铺未导入；请为那些站点的店铺再导入一次':
    '{} lines are of other channels ({}) and were not taken for this shop; import the file for the shops of those sites as well',
  '文件末尾写明有 {} 条记录，实际只有 {} 行：文件不完整，请重新下载':
    'The file says at its end that it has {} records, it has {} lines: it is not complete, download it again',
  '没有找到站点为 {} 的店铺，请选择店铺': 'There is no shop of {}, choose one',
  '按 ASIN 的流量期间 {} 至 {} 与已导入的 {} 至 {} 重叠，重叠的天会重复计算，请下载不重叠的期间，或先删除那次导入':
    'The period {} to {} of the traffic by ASIN overlaps {} to {}, which is there: days of both would count twice; ' +
    'download a period of its own, or delete that import first',
  '{} {} 在文件里有两行，会重复计算，请重新下载报告': '{} {} stands twice in the file and would count twice; download the report again',
  这一行没有写明币种: 'The line names no currency',
  同一行有多个币种: 'The line has several currencies',
  '请至少输入 {} 个字再查找客户': 'Type at least {} characters to look for a customer',
  '单号 {} 已是店铺“{}”的订单号，请先删除那次导入': 'The number {} is an order of the shop “{}”: delete that import first',
  '线下订单只能选站点为“线下”的店铺': 'An offline order takes a shop of the site “Offline”',
  缺少订单号或行号: 'The number of the order or of the line is missing',
  '没有币种为 {} 的店铺可以导入这个文件，请选择店铺': 'No shop in {} takes this file, choose one',
  '请在广告后台“衡量和报告 > 赞助广告报告”（Measurement & Reporting > Sponsored ads reports）新建报告':
    'Create a report in the advertising console under Measurement & Reporting > Sponsored ads reports',
  '类型选广告活动、广告组、投放、推广的商品或搜索词，时间单位选“每日”（Daily，搜索词选 Summary），后台语言选 English':
    'type campaign, ad group, targeting, advertised product or search term, time unit Daily (Summary for search terms), console in English',
  '这是批量操作表格（bulk sheet），里面是广告设置和一段时间的合计，没有每天的花费。{}':
    'This is a bulk sheet: settings and sums of a period, no spend by day. {}',
  '这是广告后台的自定义报告或汇总报告，列与要导入的报告不同。{}':
    'This is a custom or summary report of the advertising console: its columns are not those of the reports that are imported. {}',
  '这是业务报告（CSV），它不写站点，也没有每天每个 ASIN 的数据，请导入销售与流量报告的 JSON 文件':
    'This is a business report (CSV) without marketplace, days and ASINs together: import the JSON of the sales and traffic report',
  '由卖家平台“应用和服务 > 开发应用”（Apps & Services > Develop Apps）授权的工具请求 GET_SALES_AND_TRAFFIC_REPORT':
    'a tool authorised in Seller Central under Apps & Services > Develop Apps requests GET_SALES_AND_TRAFFIC_REPORT',
  '粒度选天（DAY）和父 ASIN（PARENT）': 'with the granularities DAY and PARENT',
  '有多个店铺（{}）可以导入这个文件，请选择店铺后再导入': 'Several shops ({}) could take this file, choose one',
  '店铺“{}”不属于这个平台，请改选店铺': 'The shop “{}” is not of this marketplace, choose another one',
  '广告活动“{}”在 {} 有 {} 行相同，无法区分同名的广告活动，请在亚马逊改名或归入不同的广告组合后重新下载':
    'The campaign “{}” has the same line on {} {} times: campaigns of one name can not be told apart; ' +
    'rename one or move it to another portfolio and download again',
  '这是{}，但文件里有“{}”的行，请按广告类型分别下载后再导入': 'This is a {}, but it has lines of “{}”; download each program on its own',
  '搜索词报告的期间 {} 至 {} 与 {} 至 {} 重叠，重叠的天会重复计算，请下载不重叠的期间，或先删除那次导入':
    'The period {} to {} of the search terms overlaps {} to {}: days of both would count twice; ' +
    'download a period of its own, or delete that import first',
  '广告报告的国家为 {}，店铺“{}”的站点为 {}，请按国家分别下载或改选店铺':
    'The report is of {}, the shop “{}” is of {}; download each country on its own or choose another shop',
  '{} 还没有到，流量只能登记到今天': '{} is still to come: traffic is entered up to today',
  '{} {} 的浏览次数比访问次数少，请检查两列是否对调': '{} {} has fewer page views than sessions: check whether the two columns are swapped',
  '店铺“{}”不能用流量数据表：亚马逊的流量导入销售与流量报告，线下店铺没有流量':
    'The shop “{}” has no sheet of traffic: Amazon’s traffic comes by its sales and traffic report, offline shops have none',
}
