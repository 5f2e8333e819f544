import { useEffect, useRef, useState } from 'preact/hooks';
import { facts } from '../page-facts.js';
import { HelpLink } from './help-link.js';

/** The shop's logo, or the letter and name where it has none or it does not load. Leads to the shop. */
export function Brand() {
  const { name, logoUrl } = facts.brand;
  const [isBroken, setBroken] = useState(false);
  return (
    <HelpLink to="shop" class="brand">
      {logoUrl === null || isBroken ? (
        <span class="brand">
          <span class="brand__letter" aria-hidden="true">
            {[...name][0]?.toUpperCase()}
          </span>
          <span>{name}</span>
        </span>
      ) : (
        <Logo name={name} url={logoUrl} onBroken={() => setBroken(true)} />
      )}
    </HelpLink>
  );
}

interface LogoProps {
  readonly name: string;
  readonly url: string;
  readonly onBroken: () => void;
}

function Logo({ name, url, onBroken }: LogoProps) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const { current } = image;
    // The document's own picture may have failed before this script ran: load it again.
    if (current?.complete === true && current.naturalWidth === 0) current.src = url;
  }, [url]);
  return <img ref={image} class="brand__logo" src={url} alt={name} onError={onBroken} />;
}
