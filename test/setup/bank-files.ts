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

/** How a bank writes MT940: each part in a way of its own. */
export interface Mt940Writing {
  readonly above?: readonly string[]
  /** before the first field, on its line */
  readonly first?: string
  readonly end?: string
  readonly account?: string
  /** day of the entry */
  readonly entry?: string
  readonly gap?: string
  readonly funds?: string
  readonly amount?: string
  readonly reference?: string
  readonly information?: readonly string[]
}
/** Two entries, 150 in and 50 out, between balances of 1000 and 1100. */
export const mt940In = ({
  above = [],
  first = '',
  end = '',
  account = 'DE02120300000000202051',
  entry = '0803',
  gap = '',
  funds = '',
  amount = '150,',
  reference = 'NONREF',
  information = [':86:A TRADER'],
}: Mt940Writing): string =>
  [
    ...above,
    `${first}:20:STARTUMS`,
    `:25:${account}`,
    ':28C:1/1',
    ':60F:C260802EUR1000,00',
    `:61:260803${entry}${gap}C${funds}${amount}NTRF${reference}`,
    ...information,
    `:61:2608040804${gap}D${funds}50,NMSCNONREF//B2`,
    ':86:A FEE',
    ':62F:C260804EUR1100,00',
    ':64:C260804EUR1100,00',
    ...(end === '' ? [] : [end]),
    '',
  ].join('\r\n')

const camtParty = (side: string, name: string): string => `<${side}><Pty><Nm>${name}</Nm></Pty></${side}>`
/** The version of 2019: two booked entries and two that are not. */
export const camtVersion8 = (): string => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>S1</Id>
<Acct><Id><Othr><Id>DE02 1203 0000 0000 2020 51</Id></Othr></Id><Ccy>EUR</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">82.50</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLAV</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">87.50</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
<Ntry><Amt Ccy="EUR">30.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><DtTm>2026-08-03T13:15:00+02:00</DtTm></BookgDt>
<NtryDtls><TxDtls><RltdPties>${camtParty('Dbtr', 'OURSELVES')}${camtParty('Cdtr', 'A SUPPLIER')}</RltdPties></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">12.50000</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-08-04</Dt></BookgDt>
<NtryDtls><TxDtls><RltdPties>${camtParty('Dbtr', 'A CUSTOMER')}${camtParty('Cdtr', 'OURSELVES')}</RltdPties></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts><ValDt><Dt>2026-08-05</Dt></ValDt></Ntry>
<Ntry><Amt Ccy="EUR">7.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>INFO</Cd></Sts><ValDt><Dt>2026-08-05</Dt></ValDt></Ntry>
</Stmt></BkToCstmrStmt></Document>
`
/** A sister of the statement, as a bank sends it beside it. */
export const camtNotice = (element: string, number: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${number}.001.08"><${element}><Ntfctn><Id>N1</Id>
<Acct><Id><IBAN>DE02120300000000202051</IBAN></Id></Acct>
<Ntry><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-08-03</Dt></BookgDt></Ntry>
</Ntfctn></${element}></Document>
`

/** A brokerage account: cash that came, a purchase, a dividend, one that was bought again, a transfer of securities and a sale. */
export function ofxBroker(form: 1 | 2): string {
  const leaf = (name: string, value: string): string => (form === 2 ? `<${name}>${value}</${name}>` : `<${name}>${value}\n`)
  const part = (name: string, ...inner: readonly string[]): string => `<${name}>${inner.join('')}</${name}>\n`
  const trade = (id: string, day: string): string => part('INVTRAN', leaf('FITID', id), leaf('DTTRADE', `${day}120000`), leaf('MEMO', 'm'))
  const security = part('SECID', leaf('UNIQUEID', '000001'), leaf('UNIQUEIDTYPE', 'CUSIP'))
  const total = (amount: string): string => leaf('UNITS', '5') + leaf('UNITPRICE', '100') + leaf('TOTAL', amount)
  const paid = [
    leaf('TRNTYPE', 'CREDIT'),
    leaf('DTPOSTED', '20260803'),
    leaf('TRNAMT', '1000'),
    leaf('FITID', 'i1'),
    leaf('NAME', 'DEPOSIT'),
  ]
  const moves = [
    leaf('DTSTART', '20260801'),
    part('INVBANKTRAN', part('STMTTRN', ...paid), leaf('SUBACCTFUND', 'CASH')),
    part('BUYSTOCK', part('INVBUY', trade('i2', '20260804'), security, total('-501.25')), leaf('BUYTYPE', 'BUY')),
    part('INCOME', trade('i3', '20260805'), security, leaf('INCOMETYPE', 'DIV'), leaf('TOTAL', '12.5')),
    part('REINVEST', trade('i4', '20260805'), security, leaf('INCOMETYPE', 'DIV'), total('-4')),
    part('TRANSFER', trade('i5', '20260805'), security, leaf('UNITS', '3'), leaf('TFERACTION', 'IN')),
    part('SELLSTOCK', part('INVSELL', trade('i6', '20260806'), security, total('260')), leaf('SELLTYPE', 'SELL')),
  ]
  const from = part('INVACCTFROM', leaf('BROKERID', 'b.example'), leaf('ACCTID', '7788 001'))
  const statement = [leaf('DTASOF', '20260831'), leaf('CURDEF', 'USD'), from, part('INVTRANLIST', ...moves)]
  const balance = part('INVBAL', leaf('AVAILCASH', '771.25'), leaf('MARGINBALANCE', '0'))
  const known = part('SECINFO', security, leaf('SECNAME', 'ACME INC'), leaf('TICKER', 'ACME'))
  return `${form === 2 ? '<?xml version="1.0"?>\n<?OFX OFXHEADER="200"?>\n' : 'OFXHEADER:100\nDATA:OFXSGML\n\n'}${part(
    'OFX',
    part('INVSTMTMSGSRSV1', part('INVSTMTTRNRS', part('INVSTMTRS', ...statement, balance))),
    part('SECLISTMSGSRSV1', part('SECLIST', part('STOCKINFO', known))),
  )}`
}
