'use strict';
// The prerendered pages paint and lead on without the app. This loads the app with the whole of its styles, which come first: at once for
// somebody signed in, otherwise as the page says, when it has been painted or at the first sign that somebody is there. A file, because the
// pages allow no inline script.
//
// [Note: An app that did not come] A browser may keep a module that failed as failed for as long as the document lives (Chromium before 156 does,
// as the HTML standard had it): asking for it once more asks nobody. So the files are asked for by `fetch` until the server answers, and then the
// page is loaded anew. What was typed goes along, but for passwords, which are kept nowhere.
{
  const loads = document.currentScript.dataset;
  const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel', 'scroll', 'online'];
  let started = false;
  let failed = false;
  let askedAt = 0;
  let typedAt = 0;
  const typedKey = 'typed:' + location.pathname;
  // The same as of platform/builds.ts: a page is loaded anew at most once in ten seconds.
  const guardKey = 'reloaded:' + location.pathname;
  const guard = 10000;
  // Milliseconds: between two questions for the files, and without a key before a page may be loaded anew.
  const pause = 1000;

  function link(rel, href) {
    const made = document.createElement('link');
    made.rel = rel;
    made.crossOrigin = '';
    made.href = href;
    document.head.append(made);
    return made;
  }

  function start() {
    if (started) return;
    started = true;
    signs.forEach(function (sign) {
      removeEventListener(sign, start);
    });
    if (failed) return setTimeout(ask, Math.max(0, askedAt + pause - Date.now()));
    files().forEach(function (module) {
      link('modulepreload', module);
    });
    const styles = link('stylesheet', loads.styles);
    styles.onload = function () {
      import(loads.app).catch(again);
    };
    styles.onerror = again;
  }

  function files() {
    return [loads.app].concat(loads.modules.split(' '));
  }

  // What does not come is asked for again: at the next sign of a visitor, or of a network.
  function again() {
    if (!failed) addEventListener('keydown', typing, true);
    failed = true;
    askedAt = Date.now();
    started = false;
    listen();
  }

  // Answers of a server that is there: also that a file is gone, as a newer build has others.
  function ask() {
    Promise.all(
      files()
        .concat(loads.styles)
        .map(function (file) {
          return fetch(file).then(function (answer) {
            if (answer.status >= 500) throw new Error(String(answer.status));
            return answer;
          });
        }),
    ).then(renew, again);
  }

  function typing() {
    typedAt = Date.now();
  }

  // Nobody is interrupted in a word.
  function renew() {
    const wait = Math.max(typedAt + pause, lately() + guard) - Date.now();
    if (wait > 0) return setTimeout(renew, wait);
    try {
      sessionStorage.setItem(guardKey, String(Date.now()));
      sessionStorage.setItem(typedKey, JSON.stringify(typed()));
    } catch (error) {
      // Without a store the browser restores what it can.
    }
    location.reload();
  }

  function lately() {
    try {
      return Number(sessionStorage.getItem(guardKey));
    } catch (error) {
      // Where nothing can be remembered, this page may have been loaded anew itself.
      return performance.timeOrigin;
    }
  }

  function fields() {
    return [].filter.call(document.querySelectorAll('input[name], textarea[name]'), function (field) {
      return field.type !== 'password' && field.type !== 'file' && field.type !== 'checkbox' && field.type !== 'radio';
    });
  }

  function typed() {
    const focused = document.activeElement;
    return {
      values: fields().map(function (field) {
        return [field.name, field.value];
      }),
      focused: focused && focused.name,
    };
  }

  // Before the app takes the page over: it keeps what stands in the fields (platform/form-fields.ts).
  function restore() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(typedKey) || 'null');
      sessionStorage.removeItem(typedKey);
      if (!kept) return;
      const values = Object.fromEntries(kept.values);
      fields().forEach(function (field) {
        if (values[field.name]) field.value = values[field.name];
      });
      const focused = kept.focused && document.querySelector('[name="' + CSS.escape(kept.focused) + '"]');
      if (focused) focused.focus();
    } catch (error) {
      // What cannot be restored is typed again.
    }
  }

  function listen() {
    signs.forEach(function (sign) {
      addEventListener(sign, start, { passive: true });
    });
  }

  function begin() {
    restore();
    try {
      if (localStorage.getItem('token')) return start();
    } catch (error) {
      // Without a store nobody is signed in.
    }
    listen();
    if (loads.waitsFor !== 'paint') return;
    // A page in the background is not painted, and not every browser tells.
    addEventListener('load', start);
    if (document.hidden || document.readyState === 'complete') return start();
    try {
      new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
    } catch (error) {
      start();
    }
  }

  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', begin);
  else begin();
}
