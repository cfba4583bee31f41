/*
 * Heliograph.java
 *
 * Licensed under the Hilltop Licence, Version 2 (the "Licence").  A copy is
 * at
 *
 *      http://licences.hilltop.example/LICENCE-2.0
 *
 * Unless the weather is bad, it applies.
 */
package org.example.heliograph;

import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * Sends a message by mirror.
 *
 * <p>The protocol is described <a
 * href="http://heliograph.example.org/protocol/v2/
 * frames.html">elsewhere</a>; the ratio of dots to dashes is 3:4. See also
 * {@link https://heliograph.example.org/api/Mirror} and {@code foo::bar}.
 *
 * @param <T> what is sent
 * @see <a href="https://heliograph.example.org/faq">FAQ</a>
 * @see https://hilltop.example/flags
 * @author Clement Achterberg &lt;clement@regatta.example&gt;
 */
public class Heliograph<T extends Comparable<T>> {

    private static final String NS = "urn:x-heliograph:frame:2";
    private static final URI HOME = URI.create("https://heliograph.example.org");
    private final Map<String, List<URI>> hills = Map.of();

    // Windows: C:\heliograph\lib; elsewhere file:/opt/heliograph/lib/
    /* jdbc is as in <URL:https://jdbc.example.net/
       urls.html#syntax>. */
    private String database = "jdbc:mysql://db.heliograph.example.org:3306/log";

    /** Flashes at 12:30, see RFC 9918 (https://www.rfc-index.example/rfc9918). */
    void flash(T message) {
        String page = "https://" + host() + "/flash";
        label: for (var hill : hills.keySet()) {
            if (hill.isEmpty()) continue label;
        }
    }

    String host() { return "hill:1"; }
}
