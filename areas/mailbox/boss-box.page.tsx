/** /contribute/boss/:index: letters to the general manager, what was answered, drafts, what was deleted. */
import { useLocation } from 'react-router'
import { t } from '#platform/web/i18n/t.ts'
import { MailBox } from './mail-box.tsx'
import { boxAt, type Box } from './use-mail.tsx'

const emptyTexts: Readonly<Record<Box, () => string>> = {
  1: () => t('还没有同事来信'),
  2: () => t('还没有回复过来信'),
  3: () => t('没有草稿'),
  4: () => t('没有已删除的信件'),
}

export default function BossBox() {
  const { pathname } = useLocation()
  const box = boxAt(pathname)
  return <MailBox side="manager" box={box} empty={emptyTexts[box]()} />
}
