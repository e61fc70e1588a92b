/** English of the refusals of reference data, keyed by the Chinese source. */
import type { English } from '#platform/declare/sentence.ts'

export const referenceEnglish: English = {
  '付款条件“{}”的各部分合计 {}%，应为 100%': 'The parts of “{}” come to {} %: they must come to 100 %',
  '文件币种为 {}，店铺“{}”的币种为 {}，请改选店铺或更换文件':
    'The currency of the file is {}, that of the shop “{}” is {}: choose another shop or another file',
  '站点“{}”的报表时区“{}”不是时区，请先在站点里更正，再导入':
    'The reporting zone of the marketplace “{}”, “{}”, is no time zone: correct it there first',
  '所选店铺不存在或无权使用，请重新选择': 'The chosen shop does not exist or is not yours, choose again',
  '店铺 {} 已有{}，不能删除，可改为停业': 'The shop {} has {} and can not be deleted; close it instead',
  '字典编号应为 1 到 {} 个整数，例如 [98, 99]': 'Dictionary ids are 1 to {} whole numbers, for example [98, 99]',
  '国家代码应为两位大写字母，例如 DE': 'The code of a country is two capital letters, for example DE',
  '币种代码应为三位大写字母，例如 EUR': 'The code of a currency is three capital letters, for example EUR',
  '站点代码只能用小写字母、数字、点和横线，例如 amazon.de':
    'The code of a marketplace has small letters, digits, dots and hyphens alone, for example amazon.de',
  '请填写本组织名称，或选择不再提供选择': 'Write the name that the organisation uses, or offer the record no longer',
}
