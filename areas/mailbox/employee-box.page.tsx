/** /contribute/employee/:index: what was answered to one's letters, what one has sent, drafts, what was deleted. */
import { EditOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useLocation } from 'react-router'
import type { SealedNotice } from '#platform/declare/sealed.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { useShell } from '#platform/web/page/shell-context.ts'
import { MailBox } from './mail-box.tsx'
import { boxAt, draftAddress, type Box } from './use-mail.tsx'

const emptyTexts: Readonly<Record<Box, () => string>> = {
  1: () => t('还没有收到回复。写一封信给总经理，建议、投诉、表扬都可以'),
  2: () => t('还没有发出过信'),
  3: () => t('没有草稿'),
  4: () => t('没有已删除的信件'),
}
export default function EmployeeBox() {
  const { pathname } = useLocation()
  const { open } = useShell()
  const box = boxAt(pathname)
  return (
    <MailBox
      side="emp"
      box={box}
      empty={emptyTexts[box]()}
      head={
        <>
          {box === 1 && <Openings />}
          <Button
            type="primary"
            className="zg-mailbox-write"
            icon={<EditOutlined aria-hidden />}
            onClick={() => open(draftAddress('emp', 'new'))}
          >
            {t('写信给总经理')}
          </Button>
        </>
      }
    />
  )
}

/** What a sealed author was told: who has opened his name, and why. */
function Openings() {
  const { data = [] } = useQuery<readonly SealedNotice[]>({
    queryKey: ['mailbox', 'emp', 'openings'],
    queryFn: ({ signal }) => api.post('/sealedNotice/list', {}, { signal, quiet: true }),
    throwOnError: false,
  })
  return data
    .filter(one => one.list === null)
    .map(one => <Alert key={one.id} type="warning" showIcon className="zg-mail-note" title={one.title} description={one.detail} />)
}
