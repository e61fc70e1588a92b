/** A field of rich text, as a form gives it. */
export interface RichTextProps {
  readonly id?: string
  readonly disabled: boolean
  /** to be read as a text, not as a field that is closed */
  readonly isRead?: boolean
  /** HTML, '' where there is nothing */
  readonly value: string
  readonly onChange: (html: string) => void
}
