/** English texts of the culture home, keyed by the Chinese source. */
export default {
  今天: 'Today',
  明天: 'tomorrow',
  '{month}月{day}日': '{day}/{month}',
  生日: 'Birthday',
  '入职 {n} 周年': '{n} years with us',
  两周内没有同事过生日或入职周年: 'No birthdays or anniversaries within two weeks',
  '{name}，今天公司有这些新鲜事': '{name}, this is new in the company',
} satisfies Readonly<Record<string, string>>
