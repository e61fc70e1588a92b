/** The way to a record's history, on its form and beside its fields. */
import { HistoryOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { t } from '../i18n/t.ts'
import { withReload } from '../page/chunk-load.ts'
import './history.css'

const HistoryDrawer = lazy(withReload(() => import('./history-drawer.tsx')))

interface HistoryButtonProps {
  /** list type of the record */
  readonly type: string
  readonly id: string
}

export function HistoryButton({ type, id }: HistoryButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button className="zg-history-button" type="text" icon={<HistoryOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {t('修改历史')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <HistoryDrawer type={type} id={id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
