/** English of the refusals about bank statements, keyed by the Chinese source. */
import type { English } from '#platform/declare/sentence.ts'

export const bankEnglish: English = {
  '文件里有多个账号：{}，请按账户分别下载': 'The file names several accounts: {}. Download them one by one',
  '系统里没有币种 {}，请先在“币种”里登记，再导入': 'The currency {} is not known here: add it to the currencies first',
  '文件币种为 {}，账户“{}”的币种为 {}，请改选账户；多币种账户请清空它的币种':
    'The file is in {}, the account “{}” in {}: choose another account, or empty its currency where it holds several',
  '所选账户不存在或无权使用，请重新选择': 'The chosen account does not exist or is not yours to use, choose again',
  '文件是{}，不是账户“{}”的流水，请改选账户或更换文件':
    'The file is “{}”, no statement of the account “{}”: choose another account or file',
  '文件是{}，账户“{}”属于{}，请改选账户或更换文件': 'The file is “{}”, the account “{}” is with {}: choose another account or file',
  '文件的账号是 {}，账户“{}”的账号是 {}，请改选账户或更换文件':
    'The file is of the account {}, the account “{}” has the number {}: choose another account or file',
  '有多个账户符合这个文件（{}），请选择账户后再导入': 'Several accounts fit this file ({}): choose one',
  '没有找到{}的账户，请先登记账户，或选择账户后再导入': 'No account fits a {}: add the account first, or choose one',
  '没有找到账号为 {} 的账户，请先登记账户，或选择账户后再导入': 'No account has the number {}: add the account first, or choose one',
  收入和支出只能填一个: 'Fill in either in or out',
  '导入的流水不能改{}，请删除那次导入或另记一笔': '“{}” of an imported line stays as it is: delete the import, or add a line',
  '请填写金额列，或者填写收入列和支出列，二者择一': 'Name the column of the amount, or those of in and out, not both',
  收入列和支出列要同时填写: 'Name the columns of in and out both',
  '有借贷列时，请填写表示收入和支出的字': 'With a column that says in or out, name the words for both',
}
