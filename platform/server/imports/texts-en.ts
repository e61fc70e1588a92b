/** English of what an import says of a file, whatever its kind: tables, workbooks, lists. By key (declare/sentence.ts). */
import type { English } from '#platform/declare/sentence.ts'

export const importEnglish: English = {
  // reports of marketplaces
  '这个文件的行已在店铺“{}”里，请改选店铺，或先删除那次导入':
    'The lines of this file are those of the shop “{}”: choose that shop, or delete that import first',
  '这一行已由“{}”导入，{}当时为 {}，本文件为 {}。请核对，确需更换时先删除那次导入':
    'This line was imported from “{}”, where {} was {}; this file says {}. Compare, and delete that import first if it shall be replaced',
  '有 {} 行与前面的行相同，都已计入，请确认': '{} lines are the same as lines before them; all are counted, please check',
  '文件里的数字有两种小数写法（点和逗号），请重新下载原始报表':
    'Numbers of the file are written in two ways (point and comma), download the original report again',
  '日期分不清是日在前还是月在前，请下载更长期间的报表，或换一种日期格式':
    'Whether day or month comes first can not be told: download a longer period, or another form of dates',
  '文件里有过大的数值，请核对数量和金额后再导入': 'A number of the file is too large: check quantities and amounts, then import it again',
  '文件里有无法保存的字符，请重新下载或另存后再导入':
    'The file holds a character that can not be stored: download or save it again, then import it',
  不是数字: 'No number',
  不是整数: 'No whole number',
  数字太大: 'The number is too large',
  小数位数过多: 'Too many decimals',
  不是带时区的时间: 'No time with its zone',
  '本系统按他人制作的样例读取这种报表，未见真实文件，请核对合计':
    'This report is read by samples that others made up, no genuine file was seen: check its totals',
  '不认识的列没有读取：{}': 'Unknown columns were not read: {}',
  '不认识的词，照原样保留：{}': 'Unknown words are kept as they are: {}',
  '这个表头可能是{}，无法确定是哪一种。请重新下载，不要合并或改动列':
    'This head may be that of {}, and nothing tells which: download the file again and leave its columns as they are',
  '这个表头可能是几种报表，请看是哪一种：{}': 'This head may be that of several reports, see which it is: {}',
  '未见真实文件：{}的行数': 'No genuine file was seen: number of lines of {}',
  '{}（{}）': '{} ({})',
  '这是各家银行通用的对账单格式，不用教版式，请直接导入':
    'This is a form of statement that all banks share: nothing is to be taught, import it',
  '有 {} 行只有余额没有金额，不是流水，未导入': '{} rows have a balance and no amount: they are no lines and were left out',
  '请在网银下载 CAMT.053 对账单（Statement）': 'Download the CAMT.053 statement from the bank',
  '这是 CAMT.054 收付款通知，没有期初和期末余额，里面的款项在对账单里还会再出现。{}':
    'This is a CAMT.054 notice without opening and closing balance; its payments come again in the statement. {}',
  '这是 CAMT.052 日内明细，当天的款项还会变动。{}，次日即可下载':
    'This is a CAMT.052 report within the day, whose payments may still change. {}; it is there the day after',
  '这是 MT942 日内明细，没有期初和期末余额，当天的款项还会变动。请在网银下载 MT940 对账单，次日即可下载':
    'This is an MT942 report within the day, without balances: its payments may still change. Download the MT940 statement the day after',
  '有 {} 笔尚未入账（状态不是 BOOK），未导入，也不计入余额核对':
    '{} entries are not booked yet (their state is not BOOK): left out, also of the check of balances',
  '有 {} 笔证券变动没有收付现金，未导入': '{} changes of securities moved no cash and were left out',
  'MT940 文件不完整：有的对账单缺少账号、期初或期末余额，请重新下载':
    'The MT940 file is not whole: a statement lacks its account, opening or closing balance; download it again',
  '未见真实文件：金额合计': 'No genuine file was seen: total of the amounts',
  '未见真实文件：列“{}”的合计': 'No genuine file was seen: total of the column “{}”',
  '不认识的列“{}”，有内容的行数': 'Unknown column “{}”, lines that fill it',
  '不认识的词“{}”的行数': 'Lines of the unknown word “{}”',
  '这种报表系统还没有见过真实文件，请核对列、词和合计，确认后才会导入':
    'No genuine file of this report was seen yet: check columns, words and totals, it is imported once that is confirmed',
  // the import
  '{} {} 已属于店铺“{}”，请改选店铺或先删除那次导入': '{} {} belongs to the shop “{}”: choose that shop, or delete that import first',
  '上传的文件已不在文件存储中，请重新上传': 'The uploaded file is no longer in the file store, upload it again',
  '认不出这个文件，请确认下载的报表类型': 'This file is not known, check which report was downloaded',
  发起导入的账号已停用: 'The account that asked for this import is disabled',
  '文件中的数字或日期格式无法确定，请重新下载原始报表':
    'How numbers or dates are written in this file can not be told, download the original report again',
  '文件里没有数据行，请确认报表期间后重新下载': 'The file has no data, check the period of the report and download it again',
  '控制总数不符：文件写明 {} {}，各行合计 {}，相差 {}。文件可能不完整，请重新下载':
    'The control total does not fit: the file states {} {}, its lines add up to {}, a difference of {}. The file may be incomplete, ' +
    'download it again',
  '文件里有 {} 的行，只接受 {} 年至 {} 年的日期，请改正日期或重新下载后再导入':
    'The file has lines of {}. Days from {} to {} are taken: correct them or download it again',
  '文件的日期为 {} 至 {}，不全在所选月份 {}，请改选月份或更换文件':
    'The dates of the file, {} to {}, do not all lie in the chosen month {}: choose another month or another file',
  '控制总数不符：文件 {} {}，合并 {} 与未变 {} 之和不等':
    'The control total does not fit: {} {} in the file is not the sum of {} merged and {} unchanged',
  '认不出工作表“{}”：没有找到任何已知报表的表头': 'The sheet “{}” is not known: it has the head of no known report',
  '只读取了工作表“{}”，未读取：{}': 'Only the sheet “{}” was read, not: {}',
  // files of owners that a number names
  '文件里有多个{}：{}，请按{}分别下载': 'The file names several ({}): {}. Download them one by one for each {}',
  '系统里没有币种 {}，请先在“币种”里登记，再导入': 'The currency {} is not known here: add it to the currencies first',
  '文件币种为 {}，{}“{}”的币种为 {}，请改选{}；有多个币种的请清空它的币种':
    'The file is in {}, the {} “{}” in {}: choose another {}, or empty its currency where it holds several',
  '所选{}不存在或无权使用，请重新选择': 'The chosen {} does not exist or is not yours to use, choose again',
  '文件是{}，不属于{}“{}”，请改选{}或更换文件': 'The file is “{}” and not of the {} “{}”: choose another {} or file',
  '文件是{}，{}“{}”属于{}，请改选{}或更换文件': 'The file is “{}”, the {} “{}” is with {}: choose another {} or file',
  '文件的{}是 {}，{}“{}”的{}是 {}，请改选{}或更换文件': 'In the file the {} is {}, of the {} “{}” the {} is {}: choose another {} or file',
  '有多个{}符合这个文件（{}），请选择{}后再导入': 'Several fit this file (each a {}): {}. Choose the {} and import again',
  '没有找到{}的{}，请先登记{}，或选择{}后再导入': 'For “{}” no {} fits: add the {} first, or choose a {}',
  '没有找到{}为 {} 的{}，请先登记{}，或选择{}后再导入': 'With the {} {} there is no {}: add the {} first, or choose a {}',
  '只由{}看见的{}必须填写{}': 'What is seen by its {} alone ({}) needs a {}',
  '文件里有 {} 份流水，这是第 {} 份': 'The file has {} statements, this is number {}',
  '流水不衔接：{} 的期末与 {} 的期初': 'Statements do not join: closing on {}, opening on {}',
  // layouts that are taught
  '没有找到表头：它下面的行要有日期和金额，请指定表头在第几行':
    'No row of heads was found: days and amounts must stand below it. Say in which line it is',
  '{} 超过 {}MB，请换一个较小的样本文件': '{} is larger than {} MB, take a smaller sample',
  '请填写金额列，或者填写收入列和支出列，二者择一': 'Name the column of the amount, or those of in and out, not both',
  收入列和支出列要同时填写: 'Name the columns of in and out both',
  '有借贷列时，请填写表示收入和支出的字': 'With a column that says in or out, name the words for both',
  // lists
  '这里不能导入“{}”，请用“{}”（{}）': 'This call does not take “{}”: use “{}” ({})',
  '这里不能导入“{}”': 'This call does not take “{}”',
  这类数据已不能导入: 'Data of this kind can no longer be imported',
  '第 {} 行是模板的示例，没有导入': 'Line {} is the example of the template and was not imported',
  '一个文件最多 {} 行，请拆分后分别导入': 'A file has at most {} lines, split it',
  '文件里没有数据行，请填写后再上传': 'The file has no data, fill it in first',
  '不导入的列：{}{}': 'Columns that are not imported: {}{}',
  '（由系统填写）': ' (the system fills them in)',
  '与第 {} 行重复：{}相同，请只保留一行': 'Repeats line {}: the same {}, keep one of them',
  '不认识的列“{}”，请按模板填写或删除这一列': 'Unknown column “{}”: fill in the template, or delete this column',
  '缺少必填的列“{}”': 'The required column “{}” is missing',
  '“{}”对应了多列，请只保留一列': '“{}” is mapped to several columns, keep one',
  '列“{}”重复，请只保留一列': 'The column “{}” stands twice, keep one',
  '没有找到表头，请下载{}的导入模板，按模板填写后再上传': 'No head was found: download the template of {}, fill it in and upload that',
  空: 'empty',
  '已有的{}不能修改{}，系统里为 {}': '{2} of a {1} that exists can not be changed, it is {3}',
  '{}“{}”不存在或无权使用': '{} “{}” does not exist or is not yours to use',
  '{}“{}”有多个，分不清是哪一个，请改填唯一的编号': 'There are several {} “{}”: write the one number that is meant',
  '这一列没有表头，请补上表头或清空这一列': 'This column has no head: give it one, or empty the column',
  '中的逗号分不清是千分位还是小数点，请去掉逗号或改用小数点':
    'has a comma that may part thousands or decimals: leave it out, or write a decimal point',
  // tables of text
  '文件是空的，请重新下载后再上传': 'The file is empty, download it again',
  '这是Excel工作簿或压缩包，不是文本文件；压缩包请先解压': 'This is an Excel workbook or an archive and no text; unpack an archive first',
  '这是旧版Excel（.xls）或受密码保护的工作簿，请取消密码并另存为.xlsx或文本文件':
    'This is an old Excel file (.xls) or a workbook with a password: take the password away and save it as .xlsx or text',
  '这是PDF文件，请下载文本或表格格式的报表': 'This is a PDF, download the report as text or as a table',
  '这是gzip压缩文件，请先解压': 'This is packed by gzip, unpack it first',
  '这是图片，请上传报表文件': 'This is a picture, upload the report',
  '这不是文本文件，请上传平台下载的报表': 'This is no text, upload the report as it was downloaded',
  '文件里没有内容，请重新下载后再上传': 'The file holds nothing, download it again',
  '认不出这个文件：没有找到任何已知报表的表头，请确认下载的报表类型':
    'This file is not known: it has the head of no known report, check which report was downloaded',
  '这是 XML 格式的报表，请下载文本格式（平面文件）的报表': 'This report is XML, download it as text (flat file)',
  '这是网页，不是报表；请登录后台重新下载报表文件': 'This is a web page and no report: sign in there and download the report again',
  '各列都挤在同一列里（多半是用分号的 Excel 打开后另存），请直接上传平台下载的原始文件':
    'All columns stand in one (it was probably saved by an Excel that uses semicolons), upload the original file as it was downloaded',
  '引号没有结束，文件可能不完整，请重新下载': 'A quote does not end: the file may be incomplete, download it again',
  '最后一行只有{}列，其他行至少有{}列：文件不完整，请重新下载':
    'The last line has {} columns, all others have at least {}: the file is incomplete, download it again',
  // workbooks
  '文件有密码保护，请在 Excel 中取消密码并保存后再上传': 'The file has a password: take it away in Excel, save it and upload that',
  '.xls 文件超过 100MB，请另存为 .xlsx 后再上传': 'The .xls file is larger than 100 MB, save it as .xlsx',
  '无法读取这个 .xls 文件（已损坏，或是 Excel 95 以前的格式），请用 Excel 另存为 .xlsx 后再上传':
    'This .xls file can not be read (it is damaged, or older than Excel 95), save it as .xlsx',
  '工作簿里没有数据，请检查文件': 'The workbook holds no data',
  '内容不是 Excel 工作簿，请用 Excel 打开后另存为 .xlsx 再上传': 'The content is no Excel workbook, open it in Excel and save it as .xlsx',
  '工作簿里没有名为“{}”的工作表，现有：{}': 'The workbook has no sheet “{}”, there are: {}',
  '工作表“{}”里没有数据，请检查文件': 'The sheet “{}” holds no data',
  '工作簿中的文字过多（{}MB），请拆分，或另存为文本（制表符分隔）或 CSV 后再上传':
    'The workbook holds too much text ({} MB): split it, or save it as text (with tabs) or CSV',
  '工作簿的文字表已损坏，请用 Excel 打开并另存后再上传':
    'The texts of the workbook are damaged: open it in Excel, save it again and upload that',
  '工作表“{}”{}，请用 Excel 打开并另存后再上传': 'The sheet “{}” {}: open it in Excel, save it again and upload that',
  有一行过长: 'has a row that is too long',
  不完整: 'is not complete',
  含有不允许的声明: 'holds a declaration that is not allowed',
  已损坏: 'is damaged',
  的行号不正确: 'has a wrong row number',
  '第 {} 行已损坏': 'is damaged in row {}',
  '第 {} 行缺少文字': 'lacks a text in row {}',
  '第 {} 行的数字“{}”不正确': 'has the wrong number “{2}” in row {1}',
  '工作表“{}”的单元格 {}{} 超出 {} 列，请删除多余的列后再上传':
    'The cell {2}{3} of the sheet “{1}” lies beyond {4} columns: delete those that are too many',
  '第 {} 列 第 ': 'of column {}, row ',
  '工作表“{}”的单元格 {}{} 含有没有计算结果的公式，请用 Excel 打开并保存后再上传':
    'The cell {2}{3} of the sheet “{1}” holds a formula without a result: open it in Excel, save it and upload that',
  '这是一个压缩包，但不是 Excel 工作簿（.xlsx），请解压后上传其中的报表文件':
    'This is an archive and no Excel workbook (.xlsx): unpack it and upload the report in it',
  '不支持 OpenDocument 表格（.ods），请另存为 .xlsx 后再上传': 'OpenDocument tables (.ods) are not taken, save it as .xlsx',
  '不支持二进制工作簿（.xlsb），请另存为 .xlsx 后再上传': 'Binary workbooks (.xlsb) are not taken, save it as .xlsx',
  '这是 Word 或 PowerPoint 文件，不是 Excel 工作簿，请选择正确的文件':
    'This is a Word or PowerPoint file and no Excel workbook, choose the right one',
  '工作簿里没有工作表，请检查文件': 'The workbook has no sheet',
  '文件已损坏或没有传完整，请重新下载或另存后再上传': 'The file is damaged or did not arrive whole: download it again, or save it again',
  '压缩包内的文件超过{}个，不是正常的工作簿，不予读取':
    'The archive holds more than {} files: this is no ordinary workbook and is not read',
  '解压后有{}MB，超出允许的范围，请拆分成几个文件或另存为文本后再上传':
    'Unpacked it has {} MB, more than is allowed: split it into several files, or save it as text',
  '文件有密码保护，请取消密码后再上传': 'The file has a password, take it away first',
  '工作簿的压缩方式不受支持，请用 Excel 打开后另存为 .xlsx 再上传':
    'The workbook is packed in a way that is not supported: open it in Excel and save it as .xlsx',
  '工作簿中的 {} 过大（{}MB），请另存为文本（制表符分隔）或 CSV 后再上传':
    '{} in the workbook is too large ({} MB), save it as text (with tabs) or CSV',
  请写明为什么仍要导入: 'Say why it is to be imported all the same',
  '这次导入已不在等待确认，请刷新后再看': 'This import no longer waits for a confirmation, refresh the page',
  '有 {} 处与文件写明的数字不符，确认后才会导入': '{} figures of the file do not follow, it is imported once somebody confirms it',
  余额: 'Balance',
  收入合计: 'Sum of in',
  支出合计: 'Sum of out',
  不计收支合计: 'Sum of neither',
  笔数: 'Number of lines',
  期末余额: 'Closing balance',
  '有 {} 行此前已导入，状态按本文件更新': '{} lines were there and take their state from this file',
  '与之前的流水不衔接：{} 的余额为 {} {}，本文件期初为 {}，可能缺少中间的流水':
    'It does not follow from the statement before: the balance of {} is {} {}, this file opens with {}; what lies between may be missing',
  '与之后的流水不衔接：本文件期末为 {} {}，{} 之前应为 {}，可能缺少中间的流水':
    'The statement after does not follow from it: this file closes with {} {}, before {} there were {}; what lies between may be missing',
  '日期分不清是日在前还是月在前，请下载更长期间的流水，或换一种日期格式':
    'The days can be read in two ways: download a longer period, or another date format',
  '文件里没有数据行，请确认下载的日期范围': 'The file has no lines, check the dates of the download',
  '文件缺少最后的“{}”一行，可能不完整，请重新下载': 'The last line “{}” is missing, the file may be cut: download it again',
  '文件没有写明币种，请下载写明币种的流水': 'The file names no currency, download a statement that does',
  '这里又是表头：文件里有两份流水，请分开上传': 'The head stands here again: these are two statements, upload them one by one',
  每行余额都与前一行衔接: 'Each balance follows from the line before',
  '“{}”列不是数字，没有核对余额': 'The column “{}” holds no numbers, balances were not checked',
  '文件写明期末余额 {}，没有期初余额，无法核对': 'The file states a closing balance of {} and no opening one, which proves nothing',
  '有 {} 行的状态表示没有动账，不计入收入和支出': '{} lines moved no money by their state and count neither as in nor as out',
  '有 {} 行与前面的行完全相同，都已计入，请确认': '{} lines equal one before them, all of them count: please check',
  不是日期: 'This is no date',
  不认识的币种: 'This currency is not known',
  不是金额: 'This is no amount',
  同一行既有收入又有支出: 'The line has both in and out',
  收入和支出都是空的: 'Both in and out are empty',
  金额是空的: 'The amount is empty',
  '文件不完整，请重新下载': 'The file is cut, download it again',
  '文件里另有 {} 个账户没有流水，未导入': '{} more accounts of the file have no lines and were left out',
  '认不出这个 JSON 文件，请确认它是平台接口的完整回答':
    'Nobody reads this JSON file, check that it is a whole answer of the marketplace’s interface',
  'JSON 文件最大 {}MB，请按日期分几次下载': 'A JSON file has at most {} MB, download fewer days at once',
  'JSON 文件不完整或已损坏，请重新下载': 'The JSON file is cut off or damaged, download it again',
  '{}的文件要么全部导入，要么不导入': 'A file of {} is imported whole or not at all',
  '有误的行已变为 {} 行，请重新预览后再导入': 'Now {} rows have a fault: preview the file again',
  '有误的 {} 行没有导入': '{} rows with a fault were not imported',
  第一行应填写单据的内容或单号: 'The first row says what the document is, or gives its number',
  '一张单据最多 {} 行{}，请拆成几张单据': 'A document has at most {} rows of {}. Split it into several documents',
  '与第 {} 行的同一单据不一致，请填写相同内容或留空': 'Differs from row {} of the same document; write the same or leave it empty',
  '与第 {} 行是同一行明细，请只保留一行': 'Is the same line as row {}; keep one of them',
  '{}“{}”不存在或无权使用；新增时请不填单号': '{} “{}” is not there or not yours to use; leave the number empty for a new one',
  '{}没有可以一起导出的明细': '{} has no lines to be exported with it',
  合计: 'Total',
  各项费用之和: 'Sum of the parts',
  '发票 {} 合计': 'Sum of invoice {}',
  '有 {} 行“{}”是前面已列出的项目，不重复计入': '{} lines “{}” repeat items that stand before them and do not count again',
  '压缩包里还是压缩包，请解压后再上传': 'The archive holds another archive: unpack it, then upload it',
  '压缩包里没有文件，请重新下载': 'The archive holds no file, download it again',
  '压缩包里有 {} 个文件（{}），请解压后分别上传': 'The archive holds {} files ({}): unpack it and upload them one by one',
}
