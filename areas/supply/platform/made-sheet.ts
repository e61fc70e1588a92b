/** Order sheets as 1688 exports them: all columns, further goods below with the cells of the order empty. */
export interface SheetOrder {
  readonly no: string
  readonly seller: string
  readonly status: string
  readonly day: string
  readonly paid: string
  readonly freight?: string
  readonly change?: string
  readonly way?: readonly [carrier: string, trackingNo: string]
  readonly goods: readonly SheetGoods[]
}
export interface SheetGoods {
  readonly title: string
  readonly price: string
  readonly quantity: string
  readonly offer?: string
  readonly sku?: string
  readonly model?: string
}
const head = (
  '订单编号,买家公司名,买家会员名,卖家公司名,卖家会员名,货品总价(元),运费(元),涨价或折扣(元),实付款(元),' +
  '订单状态,订单创建时间,订单付款时间,发货方,收货人姓名,收货地址,邮编,联系电话,联系手机,' +
  '货品标题,单价(元),数量,单位,货号,型号,Offer ID,SKU ID,物料编号,单品货号,货品种类,买家留言,物流公司,运单号'
).split(',')
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`
const blank = (count: number): string[] => Array.from({ length: count }, () => '')

export function orderSheet(orders: readonly SheetOrder[]): string {
  const rows = orders.flatMap(({ no, seller, status, day, paid, freight = '0', change = '0', way = ['', ''], goods }) => {
    const total = goods.reduce((sum, one) => sum + Math.round(Number(one.price) * Number(one.quantity) * 100), 0) / 100
    const paidAt = status === '等待买家付款' ? '' : day
    const of = [no, '掌柜商贸', 'zhanggui', seller, `${seller}旗舰店`, total.toFixed(2), freight, change, paid, status, day, paidAt]
    return goods.map(({ title, price, quantity, offer = '', sku = '', model = '' }, at) => {
      const line = [title, price, quantity, '件', '', model, offer, sku, '', '', '', '']
      return at === 0 ? [...of, ...blank(6), ...line, ...way] : [...blank(18), ...line, ...blank(2)]
    })
  })
  return `\uFEFF${[head, ...rows].map(row => row.map(quoted).join(',')).join('\r\n')}\r\n`
}
