/** English of what the readers of Amazon's files say of cells, dates and numbers. By key (declare/sentence.ts). */
import type { English } from '#platform/declare/sentence.ts'

export const fileEnglish: English = {
  金额为空: 'The amount is empty',
  '金额成了日期，多半是 Excel 改的，请直接上传平台下载的原始文件':
    'The amount has become a date, probably by Excel: upload the original file as it was downloaded',
  '金额的小数点与文件其他行不一致：本文件的小数点是“{}”': 'The decimal mark is another than in the rest of the file, where it is “{}”',
  '不是金额，或小数超过4位、整数超过14位': 'No amount, or more than 4 decimals or 14 digits before them',
  日期格式无法识别: 'This form of a date is not known',
  日期不存在: 'There is no such day',
  '不认识的月份“{}”': 'Unknown month “{}”',
  时间不存在: 'There is no such time',
  '时间没有时区，请上传原始文件': 'The time has no zone, upload the original file',
  '不认识的时区“{}”': 'Unknown time zone “{}”',
  '同一文件里有两种日期写法：第{}行“{}”日在前，第{}行“{}”月在前，请统一后再上传':
    'The file writes dates in two ways: in line {} “{}” the day comes first, in line {} “{}” the month; write them in one way',
  '无法确定日期写法：第{}行“{}”可读作{}或{}，请上传原始文件':
    'How dates are written can not be told: “{2}” in line {1} may be {3} or {4}, upload the original file',
  无效日期: 'no date',
  '请直接上传平台下载的原始文件，不要用 Excel 打开后另存':
    'Upload the original file as it was downloaded, without opening and saving it in Excel',
  '币种为 {}，但没有一个金额带小数：多半是 Excel 把“35,00”当成了 3500。{}':
    'The currency is {}, yet no amount has decimals: Excel probably took “35,00” for 3500. {}',
  '编号“{}”被 Excel 改成了数字，后面的位数已丢失。{}': 'Excel made a number of “{}”, its last digits are lost. {}',
  '日期列里既有日期“{}”又有文字“{}”：多半是 Excel 把一部分日期的日和月对调了。{}':
    'The column of dates holds the date “{}” and the text “{}”: Excel probably exchanged day and month of some. {}',
  '记账日期“{}”不在结算期间内，日和月对调后才在：多半是 Excel 改的。{}':
    'The posted date “{}” lies outside the settlement period, and inside with day and month exchanged: probably by Excel. {}',
  '同一文件里有两种小数写法：第{}行“{}”用点，第{}行“{}”用逗号，请统一后再上传':
    'The file writes decimals in two ways: line {} “{}” with a point, line {} “{}” with a comma; write them in one way',
  '“{}”可读作{}或{}': '“{}” may be {} or {}',
  两种读法下合计都成立: 'both readings add up',
  两种读法下合计都不成立: 'neither reading adds up',
  '无法确定数字写法：第{}行{}，{}，请用两位小数的原始文件上传':
    'How numbers are written can not be told: in line {}, {}; {}. Upload the original file with two decimals',
  非数字: 'no number',
  数量不是整数: 'The quantity is no whole number',
  '结算总额{}与各行合计{}不符，相差{} {}：文件不完整或被改动，请重新下载':
    'The total of the settlement is {}, its lines add up to {}, a difference of {} {}: the file is incomplete or was changed, ' +
    'download it again',
  '币种应是三个字母的代码，如USD': 'A currency is a code of three letters, such as USD',
  记账日期为空: 'The posted date is empty',
  '结算文件里没有数据，请重新下载': 'The settlement holds no data, download it again',
  '表头后的第一行应是结算单本身并带有结算总额，文件不完整，请重新下载':
    'The first line below the head must be the settlement itself with its total: the file is incomplete, download it again',
  '一个文件只能有一张结算单，这里又出现了另一张（首张为{}），请拆成单独的文件上传':
    'A file has one settlement, here is another (the first is {}): split the file',
  '一行里有多个金额，无法判断各属哪一项，请重新下载V2版结算报告':
    'The line has several amounts, and which is which can not be told: download the settlement report V2',
  交易类型为空: 'The type of the transaction is empty',
  日期为空: 'The date is empty',
  '只有日期没有时刻，请上传未经改动的原始文件': 'A day without a time, upload the original file unchanged',
  '报告里没有数据行，请确认下载的日期范围': 'The report has no data, check the period that was downloaded',
}
