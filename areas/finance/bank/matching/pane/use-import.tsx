/** Importing a bank statement from the page of bank matching; null: the person may not. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { definitionQuery } from '#platform/web/values/use-list-definition.ts'
import { withReload } from '#platform/web/page/chunk-load.ts'

const UploadDialog = lazy(withReload(() => import('#platform/web/upload/upload-dialog.tsx')))

export function useStatementImport(onImported: () => void): { begin: (() => void) | null; dialog: ReactNode } {
  const { data } = useQuery({ ...definitionQuery('financeBankStatement'), retry: false, throwOnError: false })
  const [isOpen, setOpen] = useState(false)
  const upload = data?.upload ?? null
  return {
    begin: upload === null ? null : () => setOpen(true),
    dialog: isOpen && upload !== null && (
      <Suspense fallback={null}>
        <UploadDialog definition={upload} onClose={() => setOpen(false)} onImported={onImported} />
      </Suspense>
    ),
  }
}
