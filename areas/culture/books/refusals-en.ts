/** English of the refusals of books, keyed by the Chinese source. */
import type { English } from '#platform/declare/sentence.ts'

export const bookEnglish: English = {
  '您的账号没有关联员工，不能借书，请联系人事':
    'Your account belongs to no employee and can not borrow books: ask the personnel department',
  '《{}》暂时没有可借的副本': '“{}” has no copy to borrow at present',
  '您已申请或正在借阅《{}》，不能重复申请': 'You have “{}” already, or have asked for it',
  '每人最多同时借阅 {} 本（含待审核和排队），请先归还或撤回':
    'At most {} books a person at once, those asked for and waited for included: return or withdraw some first',
  '借出要登记副本，请一次处理一条': 'A copy is noted when a book is handed over: handle one at a time',
  '没有在架的副本，请等有人归还后再借出': 'No copy is on the shelf: wait until one is returned',
  '这不是该书的副本，请重新选择': 'This is no copy of the book: choose another',
  '副本 {} 已借出，请选择在架的副本': 'The copy {} is lent: choose one on the shelf',
  '副本 {} 不在架上，请选择在架的副本': 'The copy {} is not on the shelf: choose one that is',
  只能为自己借过的书写读后感: 'Notes can be written of books one has borrowed oneself',
  借到书之后才能写读后感: 'Notes can be written once the book was handed over',
  只能为自己借的书申请延期: 'A delay can be asked for books one has borrowed oneself',
  '图书已归还，不需要再申请延期': 'The book was returned: no delay is needed',
  只有借阅中的图书才能申请延期: 'A delay can be asked for a book that is lent',
  '已有一条延期申请等待审核，请等审核后再申请': 'A request for a delay is waiting: wait for its answer',
  '{} 本图书保留到期': '{} books are held no longer',
  'ISBN 不正确，请核对书背条码下的 13 位或 10 位编号': 'This is no ISBN: check the 13 or 10 digits below the bar code',
  借出中的副本请通过归还或登记遗失处理: 'A copy that is lent is changed by its return or by noting it as lost',
  '有人申请或借阅过的图书不能删除，请下架副本': 'A book that was asked for or borrowed stays: take its copies off the shelf',
}
