import Capacitor

/// The one page of the app, with our own plug-ins beside those of Capacitor.
class AppViewController: CAPBridgeViewController {
    override func capacitorDidLoad() {
        bridge?.registerPluginInstance(StorefrontPlugin())
        bridge?.registerPluginInstance(ShareTargetPlugin())
        // Behind the page, in light and dark: seen before it is drawn, and where somebody pulls it beyond its end.
        webView?.backgroundColor = UIColor(named: "Page")
        webView?.scrollView.backgroundColor = UIColor(named: "Page")
    }
}
