/** Where the checkout page is shown. */
export interface Place {
  readonly window: Window | null;
  readonly isOpen: () => boolean;
  readonly resize: (height: number) => void;
  readonly remove: () => void;
}

const SHORTEST_PX = 320;
const TALLEST_PX = 3000;
const FIRST_PX = 720;

/** A frame as wide as `container` and as high as its content. */
export function frameIn(container: Element, url: string): Place {
  const frame = document.createElement('iframe');
  frame.title = 'Checkout';
  // Its copy buttons.
  frame.allow = 'clipboard-write';
  Object.assign(frame.style, { display: 'block', width: '100%', height: `${FIRST_PX}px`, border: '0' });
  frame.src = url;
  container.append(frame);
  return {
    get window() {
      return frame.contentWindow;
    },
    isOpen: () => frame.isConnected,
    resize: (height) => {
      frame.style.height = `${Math.min(Math.max(Math.ceil(height), SHORTEST_PX), TALLEST_PX)}px`;
    },
    remove: () => frame.remove(),
  };
}

/** Throws if the browser blocks the pop-up, as it does unless the customer has just pressed something. */
export function popUp(url: string): Place {
  const opened = window.open(url, '_blank', 'popup,width=480,height=800');
  if (opened === null) throw new Error('the browser blocked the pop-up');
  return {
    window: opened,
    isOpen: () => !opened.closed,
    resize: () => undefined,
    remove: () => opened.close(),
  };
}
