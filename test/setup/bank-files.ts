/** Statements written for tests, in the layouts of banks whose genuine files may not be copied, and for faults that no genuine file has. */
import { add } from '#platform/format/decimal.ts'

export interface Paid {
  readonly day: string
  readonly amount: string
  readonly who?: string
}
/** China Merchants Bank: each balance follows from the one before. */
export function cmbStatement(lines: readonly Paid[], opening = '1000.00'): string {
  let balance = opening
  const rows = lines.map(({ day, amount, who = '李四' }) => {
    balance = add(balance, amount)
    return `${day},CNY,"${amount}","${balance}",转账汇款,${who},货款`
  })
  return `记账日期,货币,交易金额,联机余额,交易摘要,对手信息,客户摘要\r\n${rows.join('\r\n')}\r\n`
}

export const ofxStatement = (form: 1 | 2, account = '123456'): string => {
  const line = (id: string, amount: string): string =>
    form === 2
      ? `<STMTTRN><TRNTYPE>POS</TRNTYPE><DTPOSTED>20260824080000</DTPOSTED><TRNAMT>${amount}</TRNAMT><FITID>${id}</FITID>
<NAME>A &amp; B</NAME></STMTTRN>`
      : `<STMTTRN>\n<TRNTYPE>POS\n<DTPOSTED>20260824080000\n<TRNAMT>${amount}\n<FITID>${id}\n<NAME>A &amp; B\n</STMTTRN>`
  const leaf = (name: string, value: string): string => (form === 2 ? `<${name}>${value}</${name}>` : `<${name}>${value}\n`)
  const head =
    form === 2 ? '<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200"?>\n' : 'OFXHEADER:100\nDATA:OFXSGML\nCHARSET:1252\n\n'
  return `${head}<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>${leaf('CURDEF', 'USD')}<BANKACCTFROM>${leaf('ACCTID', account)}</BANKACCTFROM>
<BANKTRANLIST>${leaf('DTSTART', '20260801')}\n${line('a1', '-80')}\n${line('a2', '120.5')}\n</BANKTRANLIST>
<LEDGERBAL>${leaf('BALAMT', '2156.56')}</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n`
}

/** Statements of several accounts in one OFX file, each with one entry. */
export const ofxOfSeveral = (statements: readonly { account: string; day: string; amount: string }[]): string =>
  `OFXHEADER:100\nDATA:OFXSGML\nCHARSET:1252\n\n<OFX><BANKMSGSRSV1>${statements
    .map(
      ({ account, day, amount }, at) => `<STMTTRNRS><TRNUID>${at}\n<STMTRS><CURDEF>USD\n<BANKACCTFROM><ACCTID>${account}\n</BANKACCTFROM>
<BANKTRANLIST><STMTTRN>\n<TRNTYPE>POS\n<DTPOSTED>${day}\n<TRNAMT>${amount}\n<FITID>n${at}\n<NAME>A\n</STMTTRN>\n</BANKTRANLIST>
<LEDGERBAL><BALAMT>${amount}\n</LEDGERBAL></STMTRS></STMTTRNRS>`,
    )
    .join('\n')}</BANKMSGSRSV1></OFX>\n`

export const camtStatement = (closing: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>S1</Id>
<Acct><Id><IBAN>DE02120300000000202051</IBAN></Id></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${closing}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
<Ntry><Amt Ccy="EUR">30.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-08-03</Dt></BookgDt></Ntry>
<Ntry><Amt Ccy="EUR">12.50</Amt><CdtDbtInd>CRDT</CdtDbtInd>
<RvslInd>true</RvslInd><Sts>BOOK</Sts><BookgDt><Dt>2026-08-04</Dt></BookgDt></Ntry>
<Ntry><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts><BookgDt><Dt>2026-08-04</Dt></BookgDt></Ntry>
</Stmt></BkToCstmrStmt></Document>
`

/** Statements of several accounts or months in one file: account, balance before, day and amount of one entry. */
export const camtOfSeveral = (statements: readonly { account: string; opening: string; day: string; amount: string }[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>${statements
    .map(
      ({ account, opening, day, amount }) => `<Stmt><Id>S</Id><Acct><Id><IBAN>${account}</IBAN></Id></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${opening}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${add(opening, amount)}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt></Ntry></Stmt>`,
    )
    .join('\n')}</BkToCstmrStmt></Document>
`

const paypalHead =
  'Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Fee,Net,From Email Address,Transaction ID,Balance,Subject,Note,Invoice Number'
/** One payment and one withdrawal that is still under way, or has ended. */
export const paypalActivity = (withdrawal: 'Pending' | 'Completed'): string =>
  `${paypalHead}\r\n29/06/2026,07:45:51,PDT,PARTNER,General Payment,Completed,USD,84.00,-4.25,79.75,a@b.example,TID1,79.75,,,\r\n` +
  `30/06/2026,08:45:51,PDT,,General Withdrawal,${withdrawal},USD,-50.00,0.00,-50.00,,TID2,29.75,,,\r\n`

/** A statement by SWIFT's standard: one day with a booking of the year before, a reversal, both forms of information, and a second page. */
export const mt940Statement = (account: string, closing = '1116,'): string =>
  [
    '{1:F01BANKDEFFXXXX0000000000}{2:O9400000000000}{4:',
    ':20:STARTUMS',
    `:25:BANKDEFF/${account}EUR`,
    ':28C:00001/001',
    ':60F:C251231EUR1000,',
    ':61:2601021231C150,25NTRFREF-1//BANK-1',
    'detail of the bank',
    ':86:166?00SEPA CREDIT?20Invoice 4711?21 of December?31DE02120300000000202051?32MUSTER?33 GMBH',
    ':61:260105D25,NCHGNONREF//BANK-2',
    ':86:Account fee',
    'of January',
    ':62M:C260105EUR1125,25',
    '-}',
    ':20:STARTUMS',
    `:25:BANKDEFF/${account}EUR`,
    ':28C:00001/002',
    ':60M:C260105EUR1125,25',
    ':61:260106RC9,25NTRFREF-3//BANK-3',
    ':86:/NAME/A TRADER/REMI/returned/IBAN/NL91ABNA0417164300',
    ':61:260107EC5,NTRFREF-4//BANK-4',
    `:62F:C260107EUR${closing}`,
    ':64:C260107EUR900,',
    '-}',
    '',
  ].join('\r\n')
