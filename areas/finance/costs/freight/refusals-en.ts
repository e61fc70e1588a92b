/** English of this room's refusals, keyed by the Chinese source. */
import type { English } from '#platform/declare/sentence.ts'

export const freightEnglish: English = {
  '这是 ShipStation 的订单清单，里面没有承运商运费': 'This is the order grid of ShipStation, without what carriers charged',
  '请在 ShipStation“Account Settings > Payments & Subscription > Data Archives”下载当月的 Shipments 文件':
    'download the Shipments file of the month in ShipStation under Account Settings > Payments & Subscription > Data Archives',
  '其中有 ShipDate、TrackingNumber、CarrierFee 列': 'it has the columns ShipDate, TrackingNumber, CarrierFee',
  '账单 {} 替代的 {} 不是同一货件的预估账单，请改选':
    'Bill {} replaces {}, which is no estimated bill of the same consignment: choose another one',
  '预估账单 {} 已由账单 {} 替代': 'The estimated bill {} is replaced by bill {} already',
  '{} 及以前的月份已结账，头程与尾程费用不能再录入、修改、分摊或删除，请先反结账':
    'Months up to {} are closed: freight of them is not entered, changed, allocated or deleted; reopen them first',
  '有 {} 个包裹在已结账的月份发货，那些月份的订单利润不变': '{} parcels were shipped in closed months, whose order profit stays as it is',
  '有 {} 行没有跟踪号，只计入账单明细，不属于任何包裹':
    '{} lines have no tracking number: they stay among the charges and belong to no parcel',
  '跟踪号 {} 对应多个订单：{}。一个包裹只能属于一个订单，请在文件里改正后再导入':
    'Tracking number {} is of several orders: {}. A parcel belongs to one order: correct the file and import it again',
  '跟踪号 {} 的费用有多个币种：{}，请在文件里改正后再导入':
    'The fees of tracking number {} are in several currencies: {}. Correct the file and import it again',
  '文件导入的包裹不能改{}，请删除那次导入，或更正文件后重新导入':
    'The {} of an imported parcel stays: delete that import, or correct the file and import it again',
  '文件里没有装箱明细，请确认选对了文件': 'The file has no packed lines, check that it is the right one',
  '有 {} 行没有体积和毛重（同箱合并单元格），体积和重量记在该箱的第一行':
    '{} lines have no volume and gross weight (one carton, merged cells): those stand on the first line of the carton',
  '第 {} 行没有 SKU，{}等于前面各行之和，可能是小计；不承担分摊':
    'Line {} has no SKU and its {} are the sums of the lines before: it may be a subtotal and bears no share',
  '第 {} 行没有 SKU，不承担分摊': 'Line {} has no SKU and bears no share',
  '合计行的“{}”是错误值 {}，没有核对': '“{}” of the totals is an error, {}, and was not checked',
  '“{}”合计': 'Sum of “{}”',
  '是错误值，请在 Excel 里改正公式后再导入': 'This is an error: correct the formula in Excel and import again',
  '不能小于 0': 'It can not be below 0',
  数量是空的: 'The quantity is empty',
  有费用的行要写明币种: 'A line with a fee names its currency',
  '文件里有多个货件：{}，请按货件分开导入': 'The file holds several consignments: {}. Import them one by one',
  '文件没有写明货件号，请选择头程货件后再导入': 'The file names no consignment: choose one and import again',
  '没有找到货件 {}，请先登记头程货件': 'There is no consignment {}, enter it first',
  '所选头程货件不存在或无权使用，请重新选择': 'The chosen consignment is not there or not yours to use, choose again',
  '文件的货件号是 {}，所选货件是 {}，请改选货件或更换文件':
    'The file is of consignment {}, the chosen one is {}: choose another, or another file',
  头程货件不存在或已删除: 'The consignment is not there any more',
  '货件 {} 的账单 {} 已分摊，请先撤销分摊': 'Bills {} of consignment {} are allocated, take that back first',
  '期初货件 {} 已导入过头程费用，不能重复导入；要重新导入，请先在导入记录里删除原来的导入':
    'The initial period {} was imported already. To import it again, delete that import first',
  '货件 {} 已有 {} 行装箱明细，与文件不同；请先在导入记录里删除原来的导入':
    'Consignment {} has {} packed lines other than those of the file; delete that import first',
  '所选货件不是期初，请用“导入装箱单”': 'The chosen consignment is not of the initial period: use “Import packing lists”',
  '账单 {} 没有费用明细，请先填写费用': 'Bill {} has no items, enter them first',
  '账单 {} 的货件还没有装箱明细，请先导入装箱单': 'The consignment of bill {} has no packed lines, import its packing list first',
  '账单 {} 的币种是 {}，货件已有 {} 的费用；请按同一币种登记账单':
    'Bill {} is in {}, and the consignment has fees in {}: enter its bills in one currency',
  '账单 {} 的货件没有带 SKU 的装箱行，无法分摊': 'The consignment of bill {} has no packed line with a SKU',
  '一次最多处理 {} 张货运账单': 'At most {} freight bills at once',
  请先选择货运账单: 'Choose freight bills first',
  '账单已分摊，请先撤销再试算': 'The bill is allocated, take that back before it is tried',
  '账单 {} 超出预估 {}% 以上，请单独分摊，审批后生效':
    'Bill {} is more than {} % above its estimate: allocate it by itself, it counts once it is approved',
}
