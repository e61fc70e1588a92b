/** dayjs in the interface's language. Weeks begin on Monday in both. */
import dayjs from 'dayjs'
import english from 'dayjs/locale/en'
import 'dayjs/locale/zh-cn'
import { currentLanguage } from './language.ts'

export function setCalendarLanguage(): void {
  if (currentLanguage() === 'zh-CN') dayjs.locale('zh-cn')
  else dayjs.locale({ ...english, weekStart: 1 })
}
