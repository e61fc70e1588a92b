/** Button that opens the filter schemes; the scheme a list opens with comes along. */
import { FilterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, lazy, useState } from 'react'
import type { ListDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { withReload } from '../shell/page/chunk-load.ts'
import type { Applied } from './scheme-rules.ts'
import { useOpeningScheme } from './use-opening-scheme.ts'

const load = withReload(() => import('./scheme-dialog.tsx'))
const SchemeDialog = lazy(load)

interface SchemeButtonProps {
  readonly definition: ListDefinition
  readonly state: Applied
  /** the address of the page says nothing about the list */
  readonly isBlank: boolean
  readonly onApply: (applied: Applied) => void
}

export function SchemeButton({ definition, state, isBlank, onApply }: SchemeButtonProps) {
  const [isOpen, setOpen] = useState(false)
  useOpeningScheme(definition, state, isBlank, onApply)
  return (
    <>
      {/* the dialog's chunk is fetched while the pointer is on its way */}
      <Button icon={<FilterOutlined />} onPointerEnter={() => void load()} onFocus={() => void load()} onClick={() => setOpen(true)}>
        {t('筛选方案')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <SchemeDialog definition={definition} state={state} onApply={onApply} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
