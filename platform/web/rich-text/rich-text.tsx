/** Rich text in a form. The editor is a chunk of its own: who opens no such form never loads it. */
import { Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import type { RichTextProps } from './rich-text-props.ts'

const Editor = lazy(() => import('./editor.tsx'))

export function RichText(props: RichTextProps) {
  return (
    <Suspense fallback={<Skeleton active className="zg-rich-text-wait" />}>
      <Editor {...props} />
    </Suspense>
  )
}

/** The text as its readers see it. */
export const RichTextView = ({ value }: { readonly value: string }) => <RichText disabled isRead value={value} onChange={() => undefined} />
