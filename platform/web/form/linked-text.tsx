/** A text whose addresses are links, which open beside the page. */
import './form.css'

const address = /(https:\/\/[^\s,;，；。]+)/

export const LinkedText = ({ text }: { readonly text: string }) => (
  <>
    {text.split(address).map(part =>
      address.test(part) ? (
        <a key={part} className="zg-linked-text" href={part} target="_blank" rel="noopener noreferrer">
          {part}
        </a>
      ) : (
        part
      ),
    )}
  </>
)
