/** 按期间删除: what one shop or site has in a period. Not drawn where the list has no such call. */
import { Button } from 'antd'
import { Suspense, lazy, useState } from 'react'
import type { ListDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { withReload } from '../page/chunk-load.ts'

const RemoveBetweenDialog = lazy(withReload(() => import('./remove-between-dialog.tsx')))

export function RemoveBetweenButton({ definition, onChanged }: { readonly definition: ListDefinition; readonly onChanged: () => void }) {
  const [isOpen, setOpen] = useState(false)
  if (definition.calls.removeBetween === undefined || definition.batchDelete === undefined) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('按期间删除')}</Button>
      {isOpen && (
        <Suspense fallback={null}>
          <RemoveBetweenDialog definition={definition} onChanged={onChanged} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
