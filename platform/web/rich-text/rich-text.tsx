/** Rich text in a form. The editor is a chunk of its own: who opens no such form never loads it. */
import { Skeleton } from 'antd'
import { lazy, Suspense } from 'react'

const Editor = lazy(() => import('./editor.tsx'))

export interface RichTextProps {
  readonly id?: string
  readonly disabled: boolean
  /** to be read as a text, not as a field that is closed */
  readonly isRead?: boolean
  /** HTML, '' where there is nothing */
  readonly value: string
  readonly onChange: (html: string) => void
}

export function RichText(props: RichTextProps) {
  return (
    <Suspense fallback={<Skeleton active className="zg-rich-text-wait" />}>
      <Editor {...props} />
    </Suspense>
  )
}

/** The text as its readers see it. */
export const RichTextView = ({ value }: { readonly value: string }) => <RichText disabled isRead value={value} onChange={() => undefined} />
