/** What Amazon's codes are called: reasons, dispositions, conditions, states. Pure. */
import type { CodeWords } from '#platform/declare/code-words.ts'

export const returnReasons: CodeWords = {
  UNWANTED_ITEM: ['不想要', 'Unwanted'],
  NO_REASON_GIVEN: ['未说明原因', 'No reason given'],
  DEFECTIVE: ['商品有缺陷', 'Defective'],
  NOT_AS_DESCRIBED: ['与描述不符', 'Not as described'],
  ORDERED_WRONG_ITEM: ['买错商品', 'Ordered the wrong item'],
  MISORDERED: ['订错', 'Misordered'],
  NOT_COMPATIBLE: ['不兼容', 'Not compatible'],
  PART_NOT_COMPATIBLE: ['配件不兼容', 'Part not compatible'],
  QUALITY_UNACCEPTABLE: ['质量不满意', 'Quality not acceptable'],
  MISSING_PARTS: ['缺少配件', 'Parts missing'],
  DAMAGED_BY_CARRIER: ['承运商损坏', 'Damaged by the carrier'],
  DAMAGED_BY_FC: ['仓库损坏', 'Damaged in the warehouse'],
  SWITCHEROO: ['发错商品', 'Wrong item sent'],
  EXTRA_ITEM: ['多发商品', 'Extra item'],
  NEVER_ARRIVED: ['没有收到', 'Never arrived'],
  MISSED_ESTIMATED_DELIVERY: ['未按时送达', 'Late delivery'],
  FOUND_BETTER_PRICE: ['找到更低价', 'Better price found'],
  UNAUTHORIZED_PURCHASE: ['未经授权购买', 'Not authorised'],
  UNDELIVERABLE_UNKNOWN: ['无法投递', 'Undeliverable'],
  UNDELIVERABLE_REFUSED: ['买家拒收', 'Refused'],
  UNDELIVERABLE_UNCLAIMED: ['无人领取', 'Unclaimed'],
  UNDELIVERABLE_INSUFFICIENT_ADDRESS: ['地址不全', 'Address incomplete'],
  UNDELIVERABLE_FAILED_DELIVERY_ATTEMPTS: ['多次投递失败', 'Delivery attempts failed'],
  APPAREL_TOO_SMALL: ['尺码太小', 'Too small'],
  APPAREL_TOO_LARGE: ['尺码太大', 'Too large'],
  APPAREL_STYLE: ['不喜欢款式', 'Style'],
  EXCESSIVE_INSTALLATION: ['安装太复杂', 'Hard to install'],
  DID_NOT_LIKE_COLOR: ['不喜欢颜色', 'Colour'],
}

export const dispositions: CodeWords = {
  SELLABLE: ['可售', 'Sellable'],
  Sellable: ['可售', 'Sellable'],
  UNSELLABLE: ['不可售', 'Unsellable'],
  Unsellable: ['不可售', 'Unsellable'],
  DEFECTIVE: ['有缺陷', 'Defective'],
  Defective: ['有缺陷', 'Defective'],
  EXPIRED: ['已过期', 'Expired'],
  CUSTOMER_DAMAGED: ['买家损坏', 'Damaged by the customer'],
  CARRIER_DAMAGED: ['承运商损坏', 'Damaged by the carrier'],
  WAREHOUSE_DAMAGED: ['仓库损坏', 'Damaged in the warehouse'],
  DISTRIBUTOR_DAMAGED: ['供货方损坏', 'Damaged by the distributor'],
}

export const returnStates: CodeWords = {
  'Unit returned to inventory': ['已退回库存', 'Unit returned to inventory'],
  'Repackaged Successfully': ['已重新包装', 'Repackaged'],
  Reimbursed: ['已赔偿', 'Reimbursed'],
}

export const reimbursementReasons: CodeWords = {
  Lost_Warehouse: ['仓库丢失', 'Lost in the warehouse'],
  Damaged_Warehouse: ['仓库损坏', 'Damaged in the warehouse'],
  Lost_Inbound: ['入库途中丢失', 'Lost on the way in'],
  Damaged_Inbound: ['入库途中损坏', 'Damaged on the way in'],
  Lost_Outbound: ['配送途中丢失', 'Lost on the way out'],
  CustomerReturn: ['买家退货', 'Customer return'],
  CustomerServiceIssue: ['客服问题', 'Customer service issue'],
  Reimbursement_Reversal: ['撤回赔偿', 'Reimbursement reversed'],
}

export const conditions: CodeWords = {
  New: ['全新', 'New'],
  NEW: ['全新', 'New'],
  NewItem: ['全新', 'New'],
  Used: ['二手', 'Used'],
  Refurbished: ['翻新', 'Refurbished'],
}

export const ledgerEvents: CodeWords = {
  Shipments: ['发货', 'Shipments'],
  Receipts: ['入库', 'Receipts'],
  CustomerReturns: ['买家退货', 'Customer returns'],
  Adjustments: ['库存调整', 'Adjustments'],
  VendorReturns: ['移除', 'Removals'],
  WhseTransfers: ['仓间调拨', 'Warehouse transfers'],
}

export const adjustmentReasons: CodeWords = {
  M: ['放错或丢失', 'Misplaced'],
  F: ['找回', 'Found'],
  E: ['仓库损坏', 'Damaged in the warehouse'],
  D: ['弃置', 'Disposed of'],
}

export const removalTypes: CodeWords = {
  Return: ['退回', 'Return'],
  Disposal: ['弃置', 'Disposal'],
  Liquidations: ['清算', 'Liquidation'],
}

export const removalStates: CodeWords = {
  Completed: ['已完成', 'Completed'],
  Pending: ['待处理', 'Pending'],
  Processing: ['处理中', 'Processing'],
  Planning: ['计划中', 'Planning'],
  Cancelled: ['已取消', 'Cancelled'],
}

export const sizeTiers: CodeWords = {
  'Standard-Size': ['标准尺寸', 'Standard size'],
  'Small standard-size': ['小号标准尺寸', 'Small standard size'],
  'Large standard-size': ['大号标准尺寸', 'Large standard size'],
  'Large bulky': ['大号大件', 'Large bulky'],
  Oversize: ['超大尺寸', 'Oversize'],
}

export const units: CodeWords = {
  'cubic feet': ['立方英尺', 'cubic feet'],
  'cubic meters': ['立方米', 'cubic metres'],
  inches: ['英寸', 'inches'],
  centimeters: ['厘米', 'centimetres'],
  pounds: ['磅', 'pounds'],
  grams: ['克', 'grams'],
  kilograms: ['千克', 'kilograms'],
}

/** Who ships an order: in settlements and taxes by code, in transaction reports by name. */
export const fulfilments: CodeWords = {
  AFN: ['亚马逊配送', 'Fulfilled by Amazon'],
  Amazon: ['亚马逊配送', 'Fulfilled by Amazon'],
  MFN: ['卖家配送', 'Fulfilled by the seller'],
  Seller: ['卖家配送', 'Fulfilled by the seller'],
}

export const taxModels: CodeWords = { MarketplaceFacilitator: ['平台代收代缴', 'Collected by the marketplace'] }
export const accountTypes: CodeWords = {
  'Standard Orders': ['标准订单', 'Standard orders'],
  'Invoiced orders': ['账期订单', 'Invoiced orders'],
}

export const vatPrograms: CodeWords = { REGULAR: ['普通', 'Regular'], COMMINGLED: ['混合库存', 'Commingled'] }
export const vatTypes: CodeWords = {
  SALE: ['销售', 'Sale'],
  REFUND: ['退款', 'Refund'],
  RETURN: ['退货', 'Return'],
  FC_TRANSFER: ['仓间调拨', 'Transfer between warehouses'],
  INBOUND: ['入库', 'Inbound'],
  COMMINGLING_BUY: ['混合库存买入', 'Commingled, bought'],
  COMMINGLING_SELL: ['混合库存卖出', 'Commingled, sold'],
  LIQUIDATION_SALE: ['清算销售', 'Liquidation sale'],
  LIQUIDATION_REFUND: ['清算退款', 'Liquidation refund'],
}
export const vatSchemes: CodeWords = {
  REGULAR: ['普通', 'Regular'],
  'UNION-OSS': ['欧盟一站式', 'Union one-stop shop'],
  'DEEMED_RESELLER-OSS': ['平台代缴一站式', 'Deemed reseller, one-stop shop'],
  'UK_VOEC-IMPORT': ['英国进口代缴', 'UK import'],
  'UK_VOEC-DOMESTIC': ['英国境内代缴', 'UK domestic'],
  CH_VOEC: ['瑞士代缴', 'Switzerland'],
}
export const vatCollectors: CodeWords = { SELLER: ['卖家', 'Seller'], MARKETPLACE: ['平台', 'Marketplace'] }
