/**
 * Amazon's words for fees and other amounts -> finance item. Spellings vary by marketplace (Fulfilment, Fulfillment; Delivery, Shipping):
 * keys are lower case letters without blanks. Pure.
 */
import type { FinanceItemCode } from '../../base/finance-items.ts'

/** Lower case, without accents, blanks, hyphens, underscores or points; one spelling of fulfilment. */
export function wordKey(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036F]+/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s\u00A0_.\-–]+/g, '')
    .replaceAll('fulfillment', 'fulfilment')
}

const exact: Readonly<Record<FinanceItemCode, string>> = {
  commission:
    'commission referralfee referralfeeonitemprice variableclosingfee fixedclosingfee closingfee commissionigst commissioncgst ' +
    'commissionsgst commissioncorrection peritemfee digitalservicesfee',
  otherSellingFee:
    'shippinghb shippingchargeback deliverychargeback giftwrapchargeback shippingholdback salestaxservicefee salestaxcollectionfee ' +
    'codchargeback giftwrapcommission highvolumelisting highvolumelistingfee nonsubscriptionfeeadj manualprocessingfee ' +
    'paidservicesfee servicefee amazoncapitalservices gettotalpaidservicesfee regulatoryfee exportfee amazonexclusivesfee ' +
    'transparencyfee renewedprogramfee',
  refundFee: 'refundcommission refundadministrationfee refundcommissionigst refundcommissioncgst refundcommissionsgst',
  subscription: 'subscription subscriptionfee subscriptionfeecorrection recurringfees basissubscription abonnement',
  fbaFulfilment:
    'fbaperunitfulfilmentfee fbaperorderfulfilmentfee fbaweightbasedfee fbatransportationfee fbafulfilmentfee fbapick&packfee ' +
    'pickpackfees fbaweighthandlingfee weighthandlingfees fbaorderhandlingfee fulfilmentfeesformultichannelfulfilmentorders ' +
    'ssofffulfilmentfee fbaweighthandlingfeecgst fbaweighthandlingfeesgst fbapick&packfeecgst fbapick&packfeesgst ' +
    'fbafeesmallandlight mfnpostagefee dispatchfees',
  fbaStorage:
    'storagefee fbainventorystoragefee fbastoragefee storagerenewalbilling fbalongtermstoragefee longtermstoragefee ' +
    'fbalongtermstorage inventorystorageoveragefee fbamonthlyinventorystoragefee fbaagedinventorysurcharge storagebillingcgst ' +
    'storagebillingsgst storagerenewalbillingcgst storagerenewalbillingsgst capacityreservationfee awdstoragefee ' +
    'fbainventorystorageoveragefee fbastorageutilizationsurcharge',
  fbaInbound:
    'inboundtransportationfee fbainboundtransportationfee fbainboundtransportationprogramfee inventoryplacementservicefee ' +
    'fbainboundconveniencefee fbainboundplacementservicefee inboundplacementservicefee fbaamazonpartneredcarriershipmentfee ' +
    'amazonpartneredcarriershipmentfee fbainternationalfreightshippingcharge fbainternationalfreightdutiesandtaxescharge ' +
    'fbainbounddefectfee inbounddefectfee warehouseprep unplannedservicefeebarcodelabelmissing labelingfee polybaggingfee ' +
    'tapingfee bubblewrapfee opaquebaggingfee awdtransportationfee fbainternationalinboundfreightfee',
  fbaRemoval:
    'removalcomplete disposalcomplete removalcompletecgst removalcompletesgst fbaremovalfee fbadisposalfee fbaremovalorderreturnfee ' +
    'fbaremovalorderdisposalfee fbaremovalorderfees fbaremovalorder liquidationsbrokeragefee liquidationsprocessingfee',
  fbaOther:
    'fbacustomerreturn fbacustomerreturnperunitfee fbacustomerreturnperorderfee fbacustomerreturnweightbasedfee ' +
    'fbareturnprocessingfee gradeandresellcharge awdprocessingfee fbalowinventorylevelfee lowinventorylevelfee ' +
    'fbalowinventorylevelfeeperunit trialshipment',
  advertising: 'costofadvertising transactiontotalamount advertising sponsoredproducts sponsoredproductscharge productads',
  dealFee:
    'lightningdealfee lightningdealfeespecial dealfee couponredemptionfee vineenrollmentfee vinefee vineenrolmentfee ' +
    'earlyreviewerprogramfee promotionfee bestdealfee',
  shippingLabel:
    'shippinglabelpurchase shippinglabelpurchaseforreturn shippinglabel postageadjustment carrieradjustment insurance postage ' +
    'returnpostagebillingpostage returnpostagebillingtracking returnpostagebillingfuelsurcharge',
  reimbursement:
    'warehousedamage warehouselost missingfrominbound reversalreimbursement compensatedclawback csnonitemized cserroritems ' +
    'cserrornonitemized incorrectfeesitems incorrectfeesnonitemized freereplacementrefunditems fbainventoryreimbursement ' +
    'refundreimbursal manualprocessingfeereimbursement warehouselostmanual warehousedamageexception inboundcarrierdamage ' +
    'removalorderlost removalorderdamaged fbainventoryreimbursementcustomerreturn ' +
    'fbainventoryreimbursementcustomerserviceissue fbainventoryreimbursementdamaged:warehouse ' +
    'fbainventoryreimbursementlost:warehouse fbainventoryreimbursementlost:inbound ' +
    'fbainventoryreimbursementgeneraladjustment multichannelorderlost multichannelorderdamaged ' +
    'fbainventoryreimbursementfeecorrection',
  claim: 'a2zguaranteerecovery atozguaranteerecovery chargebackrecovery buyerrecharge safetreimbursement goodwill',
  adjustment:
    'adjustment balanceadjustment nonsubscriptionfeeadjustment miscadjustment sellerreviewenrollmentpayment feeadjustment ' +
    'otheradjustment labelissue',
  taxCollected: 'tax taxamount shippingtax producttax giftwraptax codtax taxdiscount shippingtaxdiscount',
  taxWithheld: 'taxwithheld tcsigst tcscgst tcssgst tds itemtds incometaxcharged',
  reserve: 'currentreserveamount previousreserveamountbalance accountlevelreserve reserve',
  transfer: 'microdeposit failedtransfer transferoffundsunsuccessful disbursement',
  debtCarried: 'payabletoamazon successfulcharge debt debtadjustment',
  productSales: 'liquidations liquidationsrevenue',
  refund: 'otherconcession restockingfee',
  promotion: 'promotionmetadatadefinitionvalue pointsgranted',
  shippingIncome: '',
  giftWrapIncome: '',
  productCost: '',
  firstLeg: '',
  storage: '',
  subsidy: '',
  multichannelFee: '',
  dropshipCost: '',
  dropshipFreight: '',
  costVariance: '',
  finalLeg: '',
  allocated: '',
}

const byWord: ReadonlyMap<string, FinanceItemCode> = new Map(
  (Object.keys(exact) as FinanceItemCode[]).flatMap(item =>
    exact[item]
      .split(' ')
      .filter(word => word !== '')
      .map(word => [word, item] as const),
  ),
)

/** Words with a changing end: reasons, programmes, weights. */
const byStart: readonly (readonly [start: string, item: FinanceItemCode])[] = [
  ['transferoffundsunsuccessful', 'transfer'],
  ['fbaprepfee', 'fbaInbound'],
  ['fbainventoryreimbursement', 'reimbursement'],
  // the same in Portuguese, Spanish, German, French, Italian and Japanese, as reports and public importers of them print it
  ['reembolsodeinventario', 'reimbursement'],
  ['reembolsodoinventario', 'reimbursement'],
  ['reembolsodeestoque', 'reimbursement'],
  ['reembolsodoestoque', 'reimbursement'],
  ['reembolsoparapacotesextraviados', 'reimbursement'],
  ['reembolsofbadeinventario', 'reimbursement'],
  ['reembolsofbadoinventario', 'reimbursement'],
  ['versanddurchamazonerstattungfurlagerbestand', 'reimbursement'],
  ['remboursementdestock', 'reimbursement'],
  ['remboursementstock', 'reimbursement'],
  ['rimborsoinventario', 'reimbursement'],
  ['fba在庫の返金', 'reimbursement'],
  ['fbaremovalorder', 'fbaRemoval'],
  ['marketplacefacilitator', 'taxWithheld'],
  ['lowvaluegoods', 'taxWithheld'],
  ['paymentforloan', 'transfer'],
  ['unplannedservicefee', 'fbaInbound'],
  ['fbalongtermstorage', 'fbaStorage'],
  ['fbainboundplacement', 'fbaInbound'],
  ['theshippingservicespurchased', 'shippingLabel'],
  ['fbacustomerreturn', 'fbaOther'],
  ['returnpostagebilling', 'shippingLabel'],
  ['giftwrapchargeback', 'otherSellingFee'],
  ['shippingchargeback', 'otherSellingFee'],
  ['fbaperunitfulfilment', 'fbaFulfilment'],
  ['refundcommission', 'refundFee'],
  ['fbaamazonpartneredcarrier', 'fbaInbound'],
]

/** Item of a word, null where unknown: never "other". `word` is a wordKey. */
export function feeItem(word: string): FinanceItemCode | null {
  return byWord.get(word) ?? byStart.find(([start]) => word.startsWith(start))?.[1] ?? null
}

/** Whether a description is one of Amazon's words rather than a title. */
export function isKnownWord(word: string): boolean {
  return word !== '' && feeItem(word) !== null
}
