/** English of this room's refusals, keyed by the Chinese source. */
import type { English } from '#platform/declare/sentence.ts'

export const layerEnglish: English = {
  '{} 的月份已结账，组装、拆分和生产入库不能再冲销，请做相反的单据':
    'The month of {} is closed: what was put together, taken apart or made then is not taken back. Enter the opposite',
  '缺少 {} 的 {} 汇率，请填写汇率，或先在“汇率”里登记': 'No rate of {} for {}: enter a rate, or add it to the exchange rates first',
  '已结账的月份按原来的成本方法计价，不能再改；请先反结账':
    'Closed months are valued by the present cost method, which stays; reopen the months first',
  '{} 及以前的月份已结账，入库成本和库存移动不能再录入、修改或删除，请先反结账':
    'Months up to {} are closed: receipts and movements of stock in them are not entered, changed or deleted; reopen the months first',
  '请填写金额；没有“查看成本金额”的权限时不能登记后到的成本和发票':
    'Enter the amount; invoices and costs that came later are entered by those who may see cost amounts',
  '没有找到入库单 {} 第 {} 行，请先登记入库': 'There is no receipt {} with a line {}: enter the receipt first',
  '入库单 {} 第 {} 行已按发票入账，不是暂估': 'Receipt {}, line {}, is booked by its invoice and not provisional',
  '入库单 {} 第 {} 行入库 {}，发票合计 {}，超过入库数量': 'Receipt {}, line {}, has {} units, its invoices have {}: more than was received',
  '缺少 {} 的 {} 汇率，头程费用不能计入成本批次；请先在“汇率”里登记':
    'In {} there is no rate of {}: the first leg cannot be posted to layers. Add it to the exchange rates first',
  移出地点与移入地点不能相同: 'Goods cannot be moved to the place they lie at',
  这种移动类型需要填写: 'Needed for this kind of movement',
  这种移动类型不填写: 'Stays empty for this kind of movement',
  'FBA 退货报告里已有 {} 在 {} 的退货，成本已自动收回，不要重复登记':
    'The FBA returns report already has a return of {} on {}: its cost has come back, do not enter it again',
  '{} 还没有到，不能计提跌价准备': '{} has not come: nothing can be written down in it',
  '{} 没有可用的跌价比例，请先在“跌价计提比例”里登记': 'No write-down bands hold in {}: enter them first',
  '成本批次正在计算，请稍后再试': 'Cost layers are being computed, try again in a moment',
  '{} 没有需要计提或转回的存货': 'No stock is to be written down or back in {}',
  '跌价准备单 {} 还没有生成建议，请先点“生成建议”': 'Write-down {} has no proposal yet: make it first',
  '跌价准备单 {} 生成后，库存、比例或此前的计提已有变化，请重新生成建议':
    'Stock, bands or earlier write-downs have changed since the proposal {} was made: make it again',
  '跌价准备单 {} 已按这次计提计算，请先冲销它': 'Write-down {} counted this one as earlier: reverse that one first',
  '{} 及以前的月份已结账，跌价准备不能再登记、修改、过账或冲销，请先反结账':
    'Months up to {} are closed, write-downs in them stay as they are; reopen the months first',
  '仓库“{}”还没有核算地点，请先为它启用库存账': 'Warehouse {} has no place of stock yet: have the ledger keep it first',
  '店铺还没有 FBA 库存地点，请先在“库存地点”登记': 'The shop has no place of stock at FBA yet: enter it first',
  '入库单 {} 已有发票或追加成本，不能冲销，请先删除它们': 'Receipt {} has invoices or later costs and is not taken back: delete them first',
  '这一行由采购发票过账，不能手工修改或删除，请冲销采购发票': 'The line was posted by an invoice: reverse the invoice instead',
  '这张入库单由仓库单据过账，不能手工修改或删除，请冲销仓库单据':
    'A document of the warehouse posted this receipt, it is not changed or deleted by hand: reverse the document',
  '这个地点已启用库存账，启用日起由仓库单据过账，不能再手工录入、修改或删除':
    'The ledger of goods keeps this place: from its first day on documents of the warehouse are posted, and nothing is typed',
  '这个地点是已启用库存账的仓库，不能删除': 'The ledger of goods keeps a warehouse at this place: it is not deleted',
  '{} 已结账，请从未结账的月份启用库存账': '{} is closed: begin with a month that is open',
  '{} 还没有到，不能启用库存账': '{} has not come: the stock cannot be kept from it on',
  '仓库“{}”从 {} 起已启用库存账': 'The stock of warehouse {} is kept since {}',
  '平台仓的库存以平台的报告为准，不启用库存账': 'Stock of a marketplace is what its reports say and is not kept',
  '请选择核算地点：货物此前在哪个库存地点核算': 'Choose the place of stock at which its goods were valued until now',
  请选择自有仓或第三方仓的库存地点: 'Choose the place of an own warehouse, or of a third party',
  '这个库存地点已是仓库“{}”的核算地点': 'That place is the one of warehouse {}',
  '启用日 {} 起已手工录入 {}，请先删除，启用后由仓库单据过账':
    'From {} on {} was typed there: delete it first, documents of the warehouse are posted from that day on',
  '启用日 {} 起这个仓库已有库存流水 {}，请从之后的月份启用库存账':
    'From {} on goods of this warehouse have moved with {}: have it kept from a later month on',
  '调拨单 {} 还在途，请先收货再启用库存账': 'Transfer {} is under way: receive it before the stock is kept',
  '从 {} 起，仓库“{}”启用了库存账、仓库“{}”没有，不能调拨；请先为它启用库存账':
    'On {} the stock of warehouse {} is kept and that of {} is not: have it kept before goods are transferred',
  '仓库“{}”从 {} 起启用了库存账，不能过账或冲销到之前的 {}':
    'The stock of warehouse {} is kept since {}: nothing is posted or reversed on {} before it',
  '一次最多 {} 行，现有 {} 行': 'At most {} lines at a time, there are {}',
  '这个仓库没有可用的库位，请先登记库位': 'The warehouse has no location in use: enter one first',
  '这个仓库没有库位 {}': 'The warehouse has no location {}',
  '没有 SKU 为 {} 的商品': 'There is no product with the SKU {}',
  '数量 {} 应是不小于 0、最多六位小数的数': 'Quantity {} should be a number from 0 on with six decimals at most',
  '{} 按批次管控，请填写批号': '{} is kept by batch: enter one',
  '失效日期 {} 应写成 YYYY-MM-DD': 'Expiry {} should be written as YYYY-MM-DD',
  '{} 不是 {} 的平台 SKU': '{} is no seller SKU of {}',
  '{} 个商品进入新的月份': '{} products enter the new month',
}
